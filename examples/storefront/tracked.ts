import type { Carrier } from './carrier.ts';

/** One moment of the captured run about parcels: what happens elsewhere, and what the model then proposes. */
export interface Moment {
  readonly because: string;
  /** Minutes since the moment before. */
  readonly after: number;
  /** What happens at the carrier. */
  readonly first?: (carrier: Carrier) => void;
  /** An operator looks into what nobody knows the end of. */
  readonly operator?: true;
  /** Proposals of `shipments.refresh`, as the provider sent them. */
  readonly calls: readonly { readonly argumentsText: string; readonly callId: string }[];
}

const refresh = (orderId: string, callId: string) => ({ argumentsText: `{"orderId":"${orderId}"}`, callId });
const all = ['1001', '1002', '1003', '1004'];

/** The run, moment by moment. */
export const tracked: readonly Moment[] = [
  {
    because: 'ana: "Where are my parcels?"',
    after: 0,
    calls: [refresh('1001', 'call_1')],
  },
  {
    because: 'the model plans again and asks the same under a new call id',
    after: 1,
    calls: [refresh('1001', 'call_2')],
  },
  {
    because: 'the next parcel: the carrier looks it up, and its answer is lost on the way',
    after: 1,
    first: (carrier) => void (carrier.losesNextAnswer = true),
    calls: [refresh('1002', 'call_3')],
  },
  {
    because: 'no answer, so the model plans again and asks the same under a new call id',
    after: 1,
    calls: [refresh('1002', 'call_4')],
  },
  {
    because: 'the next parcel',
    after: 1,
    calls: [refresh('1003', 'call_5')],
  },
  {
    because: 'the model loops: all four parcels, three times over, always under new call ids',
    after: 1,
    calls: Array.from({ length: 12 }, (_, n) => refresh(all[n % all.length]!, `call_${n + 6}`)),
  },
  {
    because: "two hours later olga looks into the carrier's books, under the execution id of call_3",
    after: 120,
    operator: true,
    calls: [],
  },
  {
    because: 'the host sends call_3 again, as it was',
    after: 1,
    calls: [refresh('1002', 'call_3')],
  },
  {
    because: 'the carrier says, for free, that 1001 is on its next leg; ana: "And now?"',
    after: 1,
    first: (carrier) => carrier.moveOn('acme-1001'),
    calls: [refresh('1001', 'call_18')],
  },
];
