import type { AskWord, RegisteredAsking } from '../approval/approval.ts';

/** When a capability asks and whom, as data: none of its functions. */
export interface AskingView {
  /** `function`: it decides by itself. */
  readonly ask: AskWord;
  /** The person who asks can be asked to agree; milliseconds that the answer lasts. null: they cannot. */
  readonly confirm: { readonly ttl: number } | null;
  /** Others can be; how many have to agree, and milliseconds that the answer lasts. null: they cannot. */
  readonly review: { readonly quorum: number; readonly ttl: number } | null;
}

/** Shows when a capability asks and whom. Frozen. */
export function askingView({ ask, confirm, review }: Omit<RegisteredAsking, 'askFunction'>): AskingView {
  return Object.freeze({
    ask,
    confirm: confirm === null ? null : Object.freeze({ ttl: confirm.ttl }),
    review: review === null ? null : Object.freeze({ quorum: review.quorum, ttl: review.ttl }),
  });
}
