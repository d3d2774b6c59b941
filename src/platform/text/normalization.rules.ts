type Normalization = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/**
 * Normalizes a text. The time for sorting combining marks behind a letter is quadratic in their number, so more marks than any language
 * uses are normalized in pieces. ESLint forbids `normalize` elsewhere.
 */
export function normalizedTo(kind: Normalization, text: string): string {
  if (text.length <= MAX_MARKS || !MANY_MARKS.test(text)) return normalized(kind, text);
  return text.replaceAll(PIECE, (piece) => normalized(kind, piece));
}

// eslint-disable-next-line no-restricted-syntax -- the text has few marks in a row
const normalized = (kind: Normalization, text: string): string => text.normalize(kind);

const MAX_MARKS = 128;
const MANY_MARKS = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');
/** Letters with the marks behind the last of them, or a part of a long row of marks. */
const PIECE = new RegExp(`\\P{M}+\\p{M}{0,${MAX_MARKS}}|\\p{M}{1,${MAX_MARKS}}`, 'gu');
