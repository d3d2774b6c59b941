import { getOrInsert } from '../maps.rules';

/**
 * A size as people read it: `10 MB`, in French `10 Mo`. In units of 1024, or of 1000 where it is a whole number of these, since somebody has
 * set it so. Rounded down, so that nothing is promised that is refused.
 */
export function sizeText(bytes: number, locale: string): string {
  const kilo = bytes % 1000 === 0 ? 1000 : KILOBYTE;
  const [unit, size] = bytes >= kilo ** 2 ? ['megabyte', kilo ** 2] : bytes >= kilo ? ['kilobyte', kilo] : ['byte', 1];
  const amount = Math.floor((bytes / size) * 10) / 10;
  const options = { style: 'unit', unit, unitDisplay: size === 1 ? 'long' : 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, options).format(amount);
}

/** A size as limits state it, in the largest unit that gives a whole number: `10 MiB`. */
export function exactSize(bytes: number): string {
  if (bytes % MEGABYTE === 0) return `${bytes / MEGABYTE} MiB`;
  return bytes % KILOBYTE === 0 ? `${bytes / KILOBYTE} KiB` : `${bytes} bytes`;
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** `createdAt` becomes `created_at`. */
export const snakeCase = remembering((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** `created_at` becomes `createdAt`. */
export const camelCase = remembering((name) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));

/** For names of columns and members, of which there are as many as in the sources. */
function remembering(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => getOrInsert(known, name, convert);
}

/** Makes `%` and `_` of a text match themselves in a pattern of `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/**
 * The URL in a text, as the WHATWG parser reads it, or null. Replaces `URL.canParse`: on Node 20 and 22 that function starts to reject
 * international host names after a few thousand calls, when V8 compiles its fast path. ESLint forbids it.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The host of a URL, without brackets around IPv6. */
export const bareHostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** A path as clients see it: a proxy may strip the path of `BASE_URL` from requests before it forwards them. */
export const publicPath = (baseUrl: string, path: string): string => `${new URL(baseUrl).pathname.replace(/\/$/, '')}${path}`;
