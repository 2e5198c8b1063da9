import { sqlite } from './built.ts';
import { openDesk, proposal } from './desk.ts';
import { interleaved, median } from './rounds.ts';
import { alone, type Row } from './row.ts';

const inFlight = 100;
const each = 5_000;

/** How many calls under a used call id are refused a second, each with other arguments, on a database in a file. */
export async function replay(folder: string): Promise<readonly Row[]> {
  const { boundary, session } = await openDesk(sqlite(`${folder}/replay.db`, { driver: 'better-sqlite3' }));
  const first = await session.call('orders.refund', proposal(0), { callId: 'call-1' });
  if (first.kind !== 'executed') throw new Error(`the first call was ${first.kind}`);

  let asked = 0;
  const caller = async (until: number) => {
    while (asked < until) {
      const outcome = await session.call('orders.refund', proposal((asked += 1)), { callId: 'call-1' });
      if (outcome.kind !== 'denied' || outcome.reason !== 'call_id_reused') {
        throw new Error(`a replay was ${outcome.kind}`);
      }
    }
  };
  const { refused } = await interleaved(
    { warm: 1, counted: 9 },
    {
      refused: async () => {
        const until = asked + each;
        const began = performance.now();
        await Promise.all(Array.from({ length: inFlight }, () => caller(until)));
        return (each / (performance.now() - began)) * 1_000;
      },
    },
  );
  await boundary.close();
  return [
    alone(`refused replay (call_id_reused), evidence on, ${inFlight} in flight`, median(refused), '/s', {
      atLeast: 50_000,
    }),
  ];
}
