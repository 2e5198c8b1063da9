import { html } from 'hono/html';
import type { Page } from './page.ts';

/** A page that says one thing. `again`: a path of this inbox where it goes on, or null. */
export function noticePage(title: string, sentence: string, again: string | null = null): Page {
  return {
    title,
    main: html`<p>${sentence}</p>
      ${again === null ? '' : html`<p><a href="${again}">Open it again</a></p>`}`,
  };
}

/** The page of a sign-in link. It signs nobody in by being looked at: whatever follows links cannot press its button. */
export function signInPage(code: string): Page {
  return {
    title: 'Sign in',
    main: html`<p>The link works once.</p>
      <form method="post" action="/sign-in">
        <input type="hidden" name="code" value="${code}" />
        <button>Sign in</button>
      </form>`,
  };
}
