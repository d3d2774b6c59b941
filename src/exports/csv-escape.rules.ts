/** A text that a spreadsheet would take for a formula, also behind quotes that stand before it already. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** With a `'` before what a spreadsheet would take for a formula. */
export const escaped = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** True for what `escaped` may have made. */
export const isEscaped = (text: string): boolean => text.startsWith("'") && FORMULA.test(text);

/** Without the `'` of `escaped`. */
export const unescaped = (text: string): string => (isEscaped(text) ? text.slice(1) : text);
