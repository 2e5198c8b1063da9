import type { SignIn } from '../../src/inbox/index.ts';

/** Under which `Host` the inbox of a test is reached. */
export const host = '127.0.0.1:4100';

type Fields = Readonly<Record<string, string>>;

/** Something that answers web requests. */
export interface Answering {
  fetch(request: Request): Response | Promise<Response>;
}

/** Asks an inbox as a browser does that shows its pages. Headers given here come last. */
export function visitor(app: Answering, signIn: SignIn) {
  const ask = async (path: string, init: RequestInit, headers: Fields): Promise<Response> =>
    app.fetch(new Request(`http://${host}${path}`, { ...init, headers: { host, ...headers } }));
  const get = (path: string, headers: Fields = {}) => ask(path, {}, headers);
  const post = (path: string, fields: Fields, headers: Fields = {}) =>
    ask(
      path,
      { method: 'POST', body: new URLSearchParams(fields) },
      { origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    );
  /** Presses the button of the link. What is answered goes into further requests. */
  const signedIn = async (): Promise<{ readonly cookie: string }> => {
    const response = await post('/sign-in', { code: signIn.code });
    return { cookie: response.headers.get('set-cookie')?.split(';', 1)[0] ?? '' };
  };
  return { get, post, signedIn };
}

/** The fields of the form that leads to `action` on a page. */
export function formOf(page: string, action: string): Record<string, string> {
  const form = new RegExp(`<form[^>]*action="${action}"[^>]*>(.*?)</form>`, 's').exec(page)?.[1] ?? '';
  const fields = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name, value]) => [name!, value!]));
}

/** What somebody sees of a page: its text without tags, entities read. */
export function textOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
