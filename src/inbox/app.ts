import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import type { Clock } from '../clock.ts';
import { BoundaryError } from '../errors.ts';
import type { Approver, ApproverRefusal } from '../people/approver.ts';
import { actionPage } from './action-page.ts';
import { DecisionTokens } from './decision-tokens.ts';
import { foreignRequest } from './foreign-request.ts';
import { listPage } from './list-page.ts';
import { noticePage, signInPage } from './notice-page.ts';
import { documentOf, type Page, pageHeaders } from './page.ts';
import { approvalPath } from './paths.ts';
import type { SignIn } from './sign-in.ts';
import { answered, refusals } from './wording.ts';

/** What an inbox is made of. */
export interface InboxOptions {
  /** Whose inbox it is: every page and every answer is theirs, whatever a request says. */
  readonly approver: Approver;
  readonly signIn: SignIn;
  /** The values of `Host` under which it is reached, such as `127.0.0.1:4100`. */
  readonly hosts: readonly string[];
  readonly clock: Clock;
  /** Told what was thrown and kept a page or an answer from being made. Pages say nothing of it. */
  readonly report: (error: unknown) => void;
}

/** Approvals on one page of the list. */
const pageLength = 50;
/** More than the longest answer takes, in bytes. */
const mostSent = 32 * 1024;

type Status = 200 | 400 | 401 | 403 | 404 | 405 | 409 | 413 | 421 | 500 | 503;
type Env = { readonly Variables: { session: string } };
type Answering = Context<Env>;

/**
 * The review pages of one approver: what waits, one page for each action, and the answers. No page needs a script.
 * Reading changes nothing. An answer takes a session, a post from the page itself, and the token of exactly what was
 * shown. What cannot be shown whole and true is not shown.
 */
export function inboxApp({ approver, signIn, hosts, clock, report }: InboxOptions): Hono<Env> {
  const tokens = new DecisionTokens();
  const app = new Hono<Env>();

  const show = (c: Answering, page: Page, status: Status = 200) =>
    c.html(documentOf(page, c.get('session') === undefined ? null : approver), status);
  const notice = (c: Answering, status: Status, title: string, sentence: string, again?: string) =>
    show(c, noticePage(title, sentence, again), status);
  const refused = (c: Answering, { reason, cause }: ApproverRefusal) => {
    if (cause !== undefined) report(cause);
    const [status, sentence] = refusals[reason];
    return notice(c, status, 'Refused', sentence);
  };

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(pageHeaders)) c.res.headers.set(name, value);
  });

  app.use(async (c, next) => {
    const foreign = foreignRequest(
      {
        method: c.req.method,
        host: c.req.header('host'),
        origin: c.req.header('origin'),
        site: c.req.header('sec-fetch-site'),
        type: c.req.header('content-type'),
      },
      hosts,
    );
    if (foreign === null) return next();
    if (foreign.status === 405) c.header('Allow', 'GET, HEAD, POST');
    return notice(c, foreign.status, 'Refused', foreign.sentence);
  });

  app.use(
    bodyLimit({
      maxSize: mostSent,
      onError: (c) => notice(c as Answering, 413, 'Refused', 'That is too long.'),
    }),
  );

  app.get('/sign-in', (c) => show(c, signInPage(c.req.query('code') ?? '')));

  app.post('/sign-in', async (c) => {
    const session = signIn.signIn((await form(c))('code'));
    if (session === null) {
      return notice(
        c,
        403,
        'Not signed in',
        'This link was used, or is over. Start the inbox again for another one.',
      );
    }
    setCookie(c, cookieName(hosts), session, { httpOnly: true, sameSite: 'Strict', path: '/' });
    return c.redirect('/', 303);
  });

  app.use(async (c, next) => {
    const session = getCookie(c, cookieName(hosts));
    if (session !== undefined && signIn.holds(session)) {
      c.set('session', session);
      return next();
    }
    if (c.req.method === 'POST') return notice(c, 403, 'Refused', 'You are not signed in.');
    const sentence = 'Use the link that was printed when this inbox was started.';
    return notice(c, 401, 'Not signed in', sentence, followed(c.req.path, c.req.header('sec-fetch-site')));
  });

  app.get('/', async (c) => {
    const after = c.req.query('after');
    const listed = await approver.approvals.list({
      limit: pageLength,
      ...(after === undefined ? {} : { after }),
    });
    return listed.kind === 'refused' ? refused(c, listed) : show(c, listPage(listed, clock.now()));
  });

  app.get('/approvals/:id', async (c) => {
    const approvalId = c.req.param('id');
    const shown = await approver.approvals.show(approvalId);
    if (shown.kind === 'refused') return refused(c, shown);
    const { approval } = shown;
    const token = tokens.issue({
      session: c.get('session'),
      approvalId,
      actionDigest: approval.actionDigest,
    });
    return show(c, actionPage(approval, token, clock.now()));
  });

  app.post('/approvals/:id/:answer{approve|reject}', async (c) => {
    const { id: approvalId, answer } = c.req.param();
    const field = await form(c);
    const digest = field('digest');
    const reason = field('reason');
    const about = { session: c.get('session'), approvalId, actionDigest: digest };
    const spent = tokens.spend(field('token'), about);
    if (spent === 'foreign')
      return notice(c, 403, 'Refused', 'This answer does not come from a page that was shown here.');
    if (spent === 'spent') {
      const sentence = 'That page was answered from already. To answer again, open it again.';
      return notice(c, 409, 'Refused', sentence, approvalPath(approvalId));
    }
    const { approvals } = approver;
    const given =
      answer === 'approve'
        ? await approvals.approve(approvalId, { digest })
        : await approvals.reject(approvalId, { digest, ...(reason.trim() === '' ? {} : { reason }) });
    return given.kind === 'refused' ? refused(c, given) : notice(c, 200, 'Your answer', answered(given));
  });

  app.notFound((c) => notice(c, 404, 'Not found', 'There is no such page.'));

  app.onError((error, c) => {
    if (error instanceof BoundaryError && error.code === 'options_invalid')
      return notice(c, 400, 'Refused', 'That is nothing that could be asked or answered here.');
    report(error);
    const [title, sentence] = fault(error, c.req.method);
    return notice(c, 500, title, sentence);
  });

  return app;
}

/** What a reader is told of a fault: nothing of what was asked for. */
function fault(error: unknown, method: string): readonly [title: string, sentence: string] {
  if (method === 'POST') {
    return [
      'Not known',
      'Something failed, and what became of your answer is not known. Open the page again to see.',
    ];
  }
  if (error instanceof BoundaryError && error.code === 'state_tampered') {
    return [
      'Not shown',
      'What is stored is not what was asked for, so nothing of it is shown or can be answered.',
    ];
  }
  return ['Not shown', 'This could not be read, so nothing of it is shown. Try again later.'];
}

/**
 * The page to which a link from elsewhere led. A browser brings no cookie along from there; from here it does, so that
 * somebody who is signed in gets on with one click.
 */
function followed(path: string, site: string | undefined): string | undefined {
  const elsewhere = site === 'cross-site' || site === 'same-site';
  return elsewhere && /^\/(?:approvals\/[\w.~%-]+)?$/.test(path) ? path : undefined;
}

/** Browsers keep cookies apart by name of host, not by port. */
function cookieName(hosts: readonly string[]): string {
  return `countersign_inbox_${/\d+$/.exec(hosts[0] ?? '')?.[0] ?? ''}`;
}

/** What a form says: each field once, or it says nothing. */
async function form(c: Answering): Promise<(name: string) => string> {
  const fields = new URLSearchParams(await c.req.text());
  return (name) => {
    const values = fields.getAll(name);
    return values.length === 1 ? values[0]! : '';
  };
}
