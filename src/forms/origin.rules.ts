import { isIP } from 'node:net';
import type { FieldError } from '../api/errors/api-error';
import { parseUrl } from '../platform/text/text.rules';
import { reachOf } from './origin-reach.rules';

export const MAX_ALLOWED_ORIGINS = 50;
export const MAX_REDIRECT_LENGTH = 2048;
const MAX_ORIGIN_LENGTH = 255;

const ANY_ORIGIN = '*';
/** The origin that a browser sends for a page without one: a file, a sandboxed frame, or a page that hides its referrer. */
export const OPAQUE_ORIGIN = 'null';

export interface OriginMatcher {
  /** True if a page of this origin (the `Origin` header, undefined when absent) may submit. */
  allows(origin: string | undefined): boolean;
  /** True if the form lists this very origin, and not only by a wildcard, by `null` or by an empty list. */
  names(origin: string): boolean;
  /** The parsed target if a visitor may be redirected there, else null. */
  allowsRedirect(target: string): URL | null;
}

/**
 * An entry of the allowed origins as browsers serialize origins (WHATWG URL): lower case, punycode, no default port. `*`, `null` and a
 * wildcard as the left-most label are allowed; one trailing slash is dropped. Origins of apps and extensions must be written exactly as
 * they are sent, since only their own system can normalize them.
 */
export function normalizeOrigin(entry: string): { origin: string } | { error: string } {
  if (entry === ANY_ORIGIN || entry === OPAQUE_ORIGIN) return { origin: entry };
  if (isTooLong(entry)) return { error: TOO_LONG };
  if (APP_SCHEME.test(entry)) return isAppOrigin(entry) ? { origin: entry } : { error: NOT_AN_APP_ORIGIN };
  const parts = ENTRY.exec(entry);
  if (!parts) return { error: entry.includes('*') ? BAD_WILDCARD : NOT_AN_ORIGIN };
  const [, scheme = '', wildcard = '', host = ''] = parts;
  const url = parseUrl(`${scheme}${host}`);
  if (!url || !SERIALIZED.test(url.origin)) return { error: NOT_AN_ORIGIN };
  if (wildcard && !canHaveSubdomains(url.hostname)) return { error: BAD_WILDCARD };
  const origin = `${url.protocol}//${wildcard}${url.host}`;
  return isTooLong(origin) ? { error: TOO_LONG } : { origin };
}

/** The errors of the allowed origins in a request; none if they are no list. Origins that were stored earlier are not checked again. */
export function originErrors(entries: unknown): FieldError[] {
  if (!Array.isArray(entries)) return [];
  if (entries.length > MAX_ALLOWED_ORIGINS) {
    return [{ path: 'allowed_origins', message: `must have at most ${MAX_ALLOWED_ORIGINS} entries` }];
  }
  return entries.flatMap((entry: unknown, index) => {
    const normalized = typeof entry === 'string' ? normalizeOrigin(entry) : { error: 'must be a text' };
    const message = 'error' in normalized ? normalized.error : reachOf(normalized.origin) === 'registry' ? OF_EVERYBODY : null;
    return message === null ? [] : [{ path: `allowed_origins.${index}`, message }];
  });
}

/** The list to store: normalized, in the given order, without duplicates and without entries that have an error. */
export function normalizedOrigins(entries: readonly string[]): string[] {
  const origins = entries.map(normalizeOrigin).flatMap((entry) => ('origin' in entry ? [entry.origin] : []));
  return [...new Set(origins)];
}

/** Compiles the allowed origins of a form. An empty list allows every origin, and requests without one. */
export function compileOrigins(entries: readonly string[]): OriginMatcher {
  const origins = new Set(normalizedOrigins(entries));
  const wildcards = [...origins].filter((origin) => origin.includes('//*.')).map((origin) => origin.split('*') as [string, string]);
  const isListed = (origin: string) =>
    origins.has(origin) || wildcards.some(([start, end]) => origin.startsWith(start) && origin.endsWith(end));

  return {
    allows(sent) {
      if (entries.length === 0) return true;
      if (sent === undefined) return false;
      if (sent === OPAQUE_ORIGIN) return origins.has(OPAQUE_ORIGIN) || origins.has(ANY_ORIGIN);
      const origin = serializedOrigin(sent);
      return origin !== null && (origins.has(ANY_ORIGIN) || isListed(origin));
    },
    names(sent) {
      const origin = serializedOrigin(sent);
      return origin !== null && origins.has(origin);
    },
    allowsRedirect(target) {
      const url = redirectTarget(target);
      const origin = url && serializedOrigin(url.origin);
      return origin !== null && isListed(origin) ? url : null;
    },
  };
}

/** Parses an absolute http address that all parsers read alike; null for any other text. */
export function redirectTarget(target: string): URL | null {
  return target.length <= MAX_REDIRECT_LENGTH && REDIRECT.test(target) ? parseUrl(target) : null;
}

const TOO_LONG = `must have at most ${MAX_ORIGIN_LENGTH} characters`;
const NOT_AN_ORIGIN = 'must be an origin such as https://example.com, without path, query or user name';
const NOT_AN_APP_ORIGIN =
  'must be the origin of an app as it is sent, in lower case and without a path, such as capacitor://localhost, and not that of a file or script';
const BAD_WILDCARD = 'must have its wildcard in place of whole labels before at least two more, as in https://*.example.com';
const OF_EVERYBODY = 'must have its wildcard below a domain that somebody owns, as in https://*.example.co.uk';

/** Scheme, wildcard label, and host with port. Excludes what the URL parser would repair (backslashes, spaces, missing slashes). */
const ENTRY = /^(https?:\/\/)(\*\.)?([^/?#@\\*\s\p{Cc}]+)\/?$/iu;

/**
 * One origin as RFC 6454 serializes it: no path, no empty label and so no trailing dot, and no decoded `*`. Apps and extensions have other
 * schemes than http. With the `u` flag, `i` would also match non-ASCII letters.
 */
const SERIALIZED = /^[a-z][a-z0-9+.-]*:\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::(?:0|[1-9][0-9]{0,4}))?$/i;

/** The schemes of apps, such as `capacitor` and `chrome-extension`. */
const APP_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\//i;

/** Schemes whose pages have an opaque origin, or that have no pages. */
const WITHOUT_ORIGIN =
  /^(?:javascript|vbscript|data|blob|file|filesystem|content|view-source|about|mailto|tel|sms|s?ftps?|wss?|ssh|ldaps?|smb|gopher|jar):/;

const isAppOrigin = (entry: string): boolean =>
  SERIALIZED.test(entry) && entry === entry.toLowerCase() && !WITHOUT_ORIGIN.test(entry) && parseUrl(entry) !== null;

/** An absolute URL that all parsers read alike: it excludes what the WHATWG parser would repair or ignore. */
const REDIRECT = /^https?:\/\/[^/?#@\\\s\p{Cc}]+(?:[/?#][^\\\s\p{Cc}]*)?$/iu;

/** Counts code points, as the database counts characters; the first comparison avoids counting very long texts. */
function isTooLong(text: string): boolean {
  return text.length > 2 * MAX_ORIGIN_LENGTH || [...text].length > MAX_ORIGIN_LENGTH;
}

function canHaveSubdomains(hostname: string): boolean {
  return hostname.includes('.') && isIP(hostname) === 0;
}

/** True for a header `Origin` with one origin, or with the opaque one. */
export const isOneOrigin = (sent: string): boolean => sent === OPAQUE_ORIGIN || serializedOrigin(sent) !== null;

/** The header value in lower case and without the default port; null when it is not a single serialized origin. */
export function serializedOrigin(sent: string): string | null {
  if (sent.length > 2 * MAX_ORIGIN_LENGTH || !SERIALIZED.test(sent)) return null;
  const origin = sent.toLowerCase();
  if (origin.startsWith('https://')) return origin.replace(/:443$/, '');
  return origin.startsWith('http://') ? origin.replace(/:80$/, '') : origin;
}
