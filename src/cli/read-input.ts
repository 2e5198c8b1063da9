import { Failure } from './failure.ts';

/** Bytes of standard input, at most: no capability takes larger arguments. */
const most = 10 * 1024 * 1024;

/** Standard input as text. Refuses what is longer than any arguments may be, and what is not UTF-8. */
export async function readInput(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    length += chunk.length;
    if (length > most) throw new Failure('misuse', `standard input is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new Failure('misuse', 'standard input is not UTF-8', { cause });
  }
}
