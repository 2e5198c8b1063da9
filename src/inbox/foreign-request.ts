/** What of a request tells where it comes from. Header values as they are; undefined where absent. */
export interface RequestOrigin {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly site: string | undefined;
  /** `Content-Type`. */
  readonly type: string | undefined;
}

/** Why a request is not answered. */
export interface ForeignRequest {
  readonly status: 403 | 405 | 421;
  readonly sentence: string;
}

/**
 * Why a request cannot come from a page of this inbox, or null. A name that was made to point at this machine (DNS
 * rebinding) is not one of its `hosts`; a post has to say, as browsers do and no page can prevent, that it comes from
 * the same origin, and has to be a form: scripts elsewhere can send forms and JSON without being asked, and only the
 * origin tells them apart.
 */
export function foreignRequest(request: RequestOrigin, hosts: readonly string[]): ForeignRequest | null {
  const { method, host, origin, site, type } = request;
  if (host === undefined || !hosts.includes(host))
    return {
      status: 421,
      sentence: 'This inbox is not reached under that name: use the address that it printed.',
    };
  if (method === 'GET' || method === 'HEAD') return null;
  if (method !== 'POST')
    return { status: 405, sentence: 'Pages here are read with GET and answered with POST.' };
  if (origin !== `http://${host}` || (site !== undefined && site !== 'same-origin'))
    return { status: 403, sentence: 'Answers are taken from pages of this inbox alone.' };
  if (!/^application\/x-www-form-urlencoded(;|$)/i.test(type ?? ''))
    return { status: 403, sentence: 'Answers are taken from forms of this inbox alone.' };
  return null;
}
