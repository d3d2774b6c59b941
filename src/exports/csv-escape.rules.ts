/**
 * A text that a spreadsheet would take for a formula, also behind quotes that stand before it already, and behind what programs leave out or
 * nobody sees: blanks, line breaks, byte order marks, and characters of control and format without a width.
 */
const FORMULA = /^'*[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\t\r\n＝＋－＠]/u;

/** With a `'` before what a spreadsheet would take for a formula. */
export const escaped = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** True for what `escaped` may have made. */
export const isEscaped = (text: string): boolean => text.startsWith("'") && FORMULA.test(text);

/** Without the `'` of `escaped`. */
export const unescaped = (text: string): string => (isEscaped(text) ? text.slice(1) : text);
