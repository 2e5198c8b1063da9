/** One contestant: does its share of work for a round and answers with what it measured of it. */
export type Contestant = () => number | Promise<number>;

/**
 * Lets every contestant measure itself once a round, in an order that turns by one place each round, so that what
 * disturbs the machine for a while disturbs all of them. The first rounds warm up and are dropped.
 */
export async function interleaved<N extends string>(
  rounds: { readonly warm: number; readonly counted: number },
  contestants: Readonly<Record<N, Contestant>>,
): Promise<Readonly<Record<N, readonly number[]>>> {
  const names = Object.keys(contestants) as N[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<N, number[]>;
  for (let round = 0; round < rounds.warm + rounds.counted; round += 1) {
    for (let place = 0; place < names.length; place += 1) {
      const name = names[(round + place) % names.length]!;
      const value = await contestants[name]();
      if (round >= rounds.warm) measured[name].push(value);
    }
  }
  return measured;
}

/** The middle of some numbers; the mean of the two in the middle where there are two. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError('there is no median of nothing');
  return sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2;
}

/** The median over rounds of one measurement divided by the other one of its round: drift cancels out. */
export function medianRatio(of: readonly number[], to: readonly number[]): number {
  return median(of.map((value, round) => value / to[round]!));
}
