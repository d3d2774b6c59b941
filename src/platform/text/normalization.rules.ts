type UnicodeForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/**
 * The text in a form of Unicode. Sorting the marks behind a letter takes time that grows with the square of their number, so longer runs of
 * them than any language writes are normalized in pieces. ESLint forbids `normalize` itself.
 */
export function normalizedTo(form: UnicodeForm, text: string): string {
  if (text.length <= MAX_MARKS || !LONG_RUN.test(text)) return inForm(form, text);
  return text.replaceAll(PIECE, (piece) => inForm(form, piece));
}

// eslint-disable-next-line no-restricted-syntax -- of a text with short runs only
const inForm = (form: UnicodeForm, text: string): string => text.normalize(form);

const MAX_MARKS = 128;
const LONG_RUN = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');
/** Letters with the marks behind the last of them, or the next marks of a long run. */
const PIECE = new RegExp(`\\P{M}+\\p{M}{0,${MAX_MARKS}}|\\p{M}{1,${MAX_MARKS}}`, 'gu');
