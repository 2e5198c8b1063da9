/** The letters of each alphabet that has some which are taken for Latin ones. */
const alphabets = [
  /\p{Script=Cyrillic}/gu,
  /\p{Script=Greek}/gu,
  /\p{Script=Armenian}/gu,
  /\p{Script=Cherokee}/gu,
  /\p{Script=Lisu}/gu,
  /\p{Script=Coptic}/gu,
  /\p{Script=Deseret}/gu,
] as const;

const ofAlphabets = new RegExp(`[${alphabets.map(({ source }) => source).join('')}]`, 'u');

/**
 * Their letters that hardly differ from a Latin one, after the table of confusables of Unicode Technical Standard 39.
 * Of alphabets that few can read it is every letter.
 */
const twins =
  /[аеіјоѕрсухһӏԁԛԝѵАВЕЅІЈКМНОРСТУХҮѴԌԚԜӀҺΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳγινορυϲօոսհզգցքՏՍՕԼ\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}\p{Script=Deseret}]/u;

/** Letters, digits and signs of addresses in a dress of their own: full width, mathematical, ligatures, phonetic. */
const dressed =
  /[\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f110}-\u{1f189}\u2100-\u2115\u2117-\u2121\u2123-\u214f\u2160-\u217f\u249c-\u24e9\ufb00-\ufb06\u0250-\u02af\u1d00-\u1dbf\u01c0-\u01c3\u2024\u2044\u2215\u2236\u29f8\ua789\u0589\u2010\u2011\u2212\ufe52\ufe55\ufe68]/u;

const latin = /\p{Script=Latin}/u;
const latinOrDigit = /[\p{Script=Latin}0-9]/u;
const foreignDigit = /(?![0-9])\p{Nd}/u;

/**
 * Whether a text may be read as another one: Latin letters and those of such an alphabet in one word, a whole text of
 * letters that only look Latin, digits of two scripts in one number, or characters dressed as others. It warns and
 * never decides: ordinary text in several languages can be warned of, and Latin letters that resemble one another (l
 * and I, rn and m) are not.
 */
export function looksAlike(text: string): boolean {
  // Nearly all text, and in a time that cannot be felt.
  if (/^[\x20-\x7e\s]*$/.test(text)) return false;
  if (dressed.test(text)) return true;
  if (!ofAlphabets.test(text) && !foreignDigit.test(text)) return false;
  return text.split(/\s+/u).some(mixed) || alphabets.some((one) => onlyTwins(text, one));
}

function mixed(word: string): boolean {
  if (foreignDigit.test(word) && latinOrDigit.test(word)) return true;
  return ofAlphabets.test(word) && latin.test(word);
}

function onlyTwins(text: string, alphabet: RegExp): boolean {
  const letters = text.match(alphabet) ?? [];
  return letters.length > 0 && letters.every((letter) => twins.test(letter));
}
