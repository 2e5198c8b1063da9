import { createHmac } from 'node:crypto';
import { freshBytes, sameText } from '../json/index.ts';

/** What one answer is about: who was shown what. */
export interface DecisionAbout {
  readonly session: string;
  readonly approvalId: string;
  /** The digest of the action on the page. */
  readonly actionDigest: string;
}

/**
 * Tokens without which nothing is answered: each is made for one page that was shown, bound to its session, approval
 * and action digest, and good for one answer. A page that did not come from here has none, and a page about one action
 * answers no other. Nothing is kept of a token until it is used, so that looking at pages changes nothing.
 */
export class DecisionTokens {
  readonly #key = freshBytes(32);
  readonly #spent = new Set<string>();

  issue(about: DecisionAbout): string {
    const nonce = freshBytes(16).toString('base64url');
    return `${nonce}.${this.#mac(nonce, about)}`;
  }

  /** Uses a token up. `foreign`: it was made for something else, or not here. */
  spend(token: string, about: DecisionAbout): 'good' | 'spent' | 'foreign' {
    const [nonce = '', mac = ''] = token.split('.', 2);
    if (!sameText(mac, this.#mac(nonce, about))) return 'foreign';
    if (this.#spent.has(nonce)) return 'spent';
    this.#spent.add(nonce);
    return 'good';
  }

  #mac(nonce: string, { session, approvalId, actionDigest }: DecisionAbout): string {
    const parts = ['countersign/inbox/decision/v1', nonce, session, approvalId, actionDigest];
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64url');
  }
}
