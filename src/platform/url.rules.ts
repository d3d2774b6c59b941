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

/**
 * A path as clients see it, from the root of their host: a proxy may strip the path of `BASE_URL` from requests before
 * it forwards them.
 */
export const publicPath = (baseUrl: string, path: string): string => `${new URL(baseUrl).pathname.replace(/\/$/, '')}${path}`;
