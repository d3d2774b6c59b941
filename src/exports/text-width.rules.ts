/** The width of the longest of the first lines, in characters. Wide characters, such as Chinese ones, count twice. */
export const textWidth = (text: string): number => Math.max(...linesOf(text).map(lineWidth));

/** The number of lines that a text fills in a column of this width, at most `most`. */
export function linesIn(text: string, width: number, most: number): number {
  if (text.length <= width / 2 && !LINE_BREAK.test(text)) return 1;
  let count = 0;
  for (const line of linesOf(text)) count += Math.max(1, Math.ceil(lineWidth(line) / width));
  return Math.min(count, most);
}

const linesOf = (text: string): string[] => text.slice(0, MAX_LOOKED_AT).split(LINE_BREAK);

function lineWidth(line: string): number {
  if (ASCII.test(line)) return line.length;
  let width = 0;
  for (const character of line.replace(MARKS, '')) width += WIDE.test(character) ? 2 : 1;
  return width;
}

const MAX_LOOKED_AT = 500;
const LINE_BREAK = /\r\n|[\r\n]/;
const ASCII = /^[ -~]*$/;
const MARKS = /[\p{M}\p{Cf}]/gu;
const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}\uff01-\uff60]/u;
