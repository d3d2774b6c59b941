/** Control characters but tab and line feed, line separators, and marks that change the direction of text. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of a page or a service as a terminal can show it: in one line, and without characters that act on the terminal. */
export const plain = (text: string): string => text.replace(UNSAFE, (character) => (/\s/u.test(character) ? ' ' : '\ufffd'));
