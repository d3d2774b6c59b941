import { getOrInsert } from '../maps.rules';

/**
 * A size for people: `10 MB`, in French `10 Mo`. The unit is 1024, or 1000 for a whole number of thousands, since people choose such sizes.
 * The size is rounded down, so that no size is promised that is refused.
 */
export function sizeText(bytes: number, locale: string): string {
  const kilo = bytes % 1000 === 0 ? 1000 : KILOBYTE;
  const [unit, size] = bytes >= kilo ** 2 ? ['megabyte', kilo ** 2] : bytes >= kilo ? ['kilobyte', kilo] : ['byte', 1];
  const amount = Math.floor((bytes / size) * 10) / 10;
  const options = { style: 'unit', unit, unitDisplay: size === 1 ? 'long' : 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, options).format(amount);
}

/** The size of a limit in the largest unit that gives a whole number: `10 MiB`. */
export function exactSize(bytes: number): string {
  if (bytes % MEGABYTE === 0) return `${bytes / MEGABYTE} MiB`;
  return bytes % KILOBYTE === 0 ? `${bytes / KILOBYTE} KiB` : `${bytes} bytes`;
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

export const snakeCase = remembering((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

export const camelCase = remembering((name) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));

/** Remembers the results for the names of columns and members, whose number is limited by the sources. */
function remembering(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => getOrInsert(known, name, convert);
}

/** Escapes `%`, `_` and `\` for a pattern of `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/**
 * The URL in a text, as the WHATWG parser reads it, else null. Replaces `URL.canParse`, which ESLint forbids: on Node 20 and 22 it rejects
 * international host names after a few thousand calls, when V8 compiles its fast path.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

export const bareHostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** A path as clients see it, with the path of `BASE_URL`, which a proxy may remove from requests. */
export const publicPath = (baseUrl: string, path: string): string => `${new URL(baseUrl).pathname.replace(/\/$/, '')}${path}`;
