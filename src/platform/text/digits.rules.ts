/** The text with the digits of every script (Unicode Nd) as those of ASCII. */
export const withAsciiDigits = (text: string): string => text.replace(OTHER_DIGIT, asciiDigit);

const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const DIGIT = /^\p{Nd}$/u;

/** Unicode has the ten digits of a script one after the other, beginning with zero, and several such rows may touch. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0)!;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
