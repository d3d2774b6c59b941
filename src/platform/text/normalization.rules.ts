type Normalization = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/**
 * The text as Unicode normalizes it. Sorting the marks behind a letter takes time that grows with the square of their number, so more of them
 * than any language writes are normalized in pieces. ESLint forbids `normalize` itself.
 */
export function normalizedTo(kind: Normalization, text: string): string {
  if (text.length <= MAX_MARKS || !MANY_MARKS.test(text)) return normalized(kind, text);
  return text.replaceAll(PIECE, (piece) => normalized(kind, piece));
}

// eslint-disable-next-line no-restricted-syntax -- of a text with few marks in a row
const normalized = (kind: Normalization, text: string): string => text.normalize(kind);

const MAX_MARKS = 128;
const MANY_MARKS = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');
/** Letters with the marks behind the last of them, or the next ones of many marks. */
const PIECE = new RegExp(`\\P{M}+\\p{M}{0,${MAX_MARKS}}|\\p{M}{1,${MAX_MARKS}}`, 'gu');
