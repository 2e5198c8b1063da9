/** Most decimal places of an amount. */
export const largestScale = 12;
/** Longest text of an amount: more than any amount needs. */
const longest = 64;

const printed = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;
const written = /^(\d+)(?:\.(\d+))?$/;

/**
 * An amount in whole units at a decimal scale, exactly: `atScale(12.34, 2)` and `atScale('12.34', 2)` are 1234. A number
 * is the decimal that JavaScript prints for it, so a sum such as 0.1 + 0.2 is refused rather than rounded. Text is
 * digits, and a point with digits; zeros at the end do not count. Throws RangeError for what has no such amount:
 * negative, not finite, other text, more decimal places than the scale, or beyond 2^53 - 1 units. The message does not
 * repeat the amount.
 */
export function atScale(amount: number | string, scale: number): number {
  if (!isScale(scale)) throw new RangeError(`a scale is a whole number from 0 to ${largestScale}`);
  const text = typeof amount === 'number' || typeof amount === 'string' ? `${amount}` : '';
  const form = typeof amount === 'number' ? printed : written;
  const [matched, whole = '', fraction = '', power = '0'] = (text.length <= longest && form.exec(text)) || [];
  if (matched === undefined) throw new RangeError('an amount is a decimal number that is not negative');
  const digits = `${whole}${fraction}`.replace(/0+$/, '');
  const significant = digits.replace(/^0+/, '');
  if (significant === '') return 0;
  const zeros = scale + Number(power) + (whole.length - digits.length);
  if (zeros < 0) throw new RangeError(`the amount has more than ${scale} decimal places`);
  const units = zeros > 16 ? Infinity : Number(significant + '0'.repeat(zeros));
  if (!Number.isSafeInteger(units))
    throw new RangeError('the amount has more than 9,007,199,254,740,991 units');
  return units;
}

/** True for a number of decimal places that amounts can have. */
export function isScale(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= largestScale;
}
