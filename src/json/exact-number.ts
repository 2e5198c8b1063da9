/** Why a number literal has no exact JavaScript number. */
export type InexactNumber = 'unsafe_integer' | 'inexact_number';

/**
 * The number that a JSON number literal writes, or why JavaScript has none that writes the same value back: an integer
 * beyond 2^53 - 1, more digits than a double keeps, too large, too small. `-0` is `0`. Linear in the literal.
 */
export function exactNumber(literal: string): number | InexactNumber {
  const number = Number(literal) + 0;
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return 'unsafe_integer';
  const shortest = `${number}`;
  return literal === shortest || decimal(literal) === decimal(shortest) ? number : 'inexact_number';
}

/** One spelling for the exact value of a decimal literal: its digits without outer zeros, and a power of ten. */
function decimal(literal: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts.exec(literal) ?? [];
  const digits = whole + fraction;
  let first = 0;
  while (first < digits.length && digits[first] === '0') first += 1;
  if (first === digits.length) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return `${sign}${digits.slice(first, end)}e${Number(power) - fraction.length + digits.length - end}`;
}

const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
