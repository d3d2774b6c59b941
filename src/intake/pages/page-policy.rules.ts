import type { PolicyInput } from './page.types';

/**
 * The Content-Security-Policy of a page: no script, no inline style, nothing from elsewhere. Browsers apply `form-action` to the redirect
 * that answers a form too, so its origin is listed.
 */
export function pagePolicy({ redirect, frame, allowedOrigins }: PolicyInput): string {
  return [
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action 'self'${redirect ? ` ${redirect.origin}` : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${frame === 'none' ? "'none'" : ancestors(allowedOrigins)}`,
  ].join('; ');
}

/** Opaque origins and IPv6 addresses cannot be written as a source. A list of nothing else allows nobody. */
function ancestors(origins: readonly string[]): string {
  if (origins.length === 0 || origins.includes('*')) return '*';
  const sources = origins.filter((origin) => /^https?:\/\/[a-z0-9.*:_-]+$/i.test(origin));
  return sources.length === 0 ? "'none'" : sources.join(' ');
}
