/** The `mailto:` or `tel:` link for an e-mail address or a telephone number; null for any other value. */
export function contactLink(value: string, preset: string | null | undefined): string | null {
  const text = value.trim();
  if (EMAIL.test(text)) return `mailto:${encodeURIComponent(text).replaceAll('%40', '@')}`;
  const isNumber = preset === 'tel' || (preset === undefined && text.startsWith('+'));
  return isNumber && TELEPHONE.test(text) ? `tel:${text.replace(/[^+\d]/g, '')}` : null;
}

const EMAIL = /^[^\s@<>"',;:?&]+@[^\s@<>"',;:?&/]+\.[^\s@<>"',;:?&/.]+$/;
const TELEPHONE = /^\+?[\d ()./\u2010-\u2015-]{5,31}$/;
