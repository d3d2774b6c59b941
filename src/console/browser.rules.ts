/**
 * The kind of browser and system in a `User-Agent` header, such as "Firefox on Windows", by which people tell their sessions apart. Only
 * known names are returned, so that nothing that a client sends appears in lists and mails. Null when neither is known.
 */
export function browserOf(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  const browser = nameIn(text, BROWSERS);
  const system = nameIn(text, SYSTEMS);
  if (browser === null && system === null) return null;
  return `${browser ?? 'a browser'}${system === null ? '' : ` on ${system}`}`;
}

const MAX_LENGTH = 512;

/** In the order in which they are looked for, since most browsers also name those that they descend from. */
const BROWSERS: readonly [string, string][] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['HeadlessChrome/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];

const SYSTEMS: readonly [string, string][] = [
  ['Windows', 'Windows'],
  ['iPhone', 'an iPhone'],
  ['iPad', 'an iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'a Mac'],
  ['Linux', 'Linux'],
];

const nameIn = (text: string, names: readonly [string, string][]): string | null =>
  names.find(([part]) => text.includes(part))?.[1] ?? null;
