import { html, raw } from 'hono/html';
import type { Approver } from '../people/approver.ts';
import { type ShownValue, shownText } from './shown-value.ts';
import { style, styleSource } from './style.ts';

/** A piece of a page, escaped. */
export type Html = ReturnType<typeof html>;

/** One page of the inbox. */
export interface Page {
  readonly title: string;
  readonly main: Html;
}

/**
 * What every answer carries. Nothing is loaded, framed, kept or run; forms lead back here alone. The address of a page
 * is told to the same origin only, as without it a browser would not say where a form comes from either.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; style-src ${styleSource}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Who is signed in. */
type Reader = Pick<Approver, 'tenant' | 'id'>;

// Exactly the text whose hash the policy names.
const sheet = raw(`<style>${style}</style>`);

/** The whole document. `reader`: who is signed in, or null; only they are told whose inbox this is. */
export function documentOf({ title, main }: Page, reader: Reader | null): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Countersign</title>
        ${sheet}
      </head>
      <body>
        ${reader === null ? '' : banner(reader)}
        <main>
          <h1>${title}</h1>
          ${main}
        </main>
      </body>
    </html>`;
}

function banner({ id, tenant }: Reader): Html {
  return html`<header>
    <span>${inLine(shownText(id))} answers for ${inLine(shownText(tenant))}</span>
    <nav aria-label="Inbox"><a href="/">What waits</a></nav>
  </header>`;
}

/** A name or identifier in a line of text. */
export function inLine({ pieces }: ShownValue): Html {
  return html`<code class="name" dir="ltr">${marked(pieces)}</code>`;
}

/** A value in a box of its own, in full. */
export function inBox({ pieces }: ShownValue): Html {
  return html`<code class="value" dir="ltr">${marked(pieces)}</code>`;
}

/** As one string: a value may have a hundred thousand pieces, and a template for each would take most of the time. */
function marked(pieces: ShownValue['pieces']): Html {
  return raw(
    pieces.map(({ text, spelled }) => (spelled ? `<mark>${escaped(text)}</mark>` : escaped(text))).join(''),
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
