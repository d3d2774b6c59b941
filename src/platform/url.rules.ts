/**
 * The URL that a text names by the WHATWG parser, or null. To be used in place of `URL.canParse`, which in Node 20 and 22
 * starts to refuse names with umlauts and the like once it has been called a few thousand times and V8 optimizes it.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * A path of the service as clients know it, from the root of their host: a proxy may serve it below the path of `BASE_URL`, which the
 * service itself never sees.
 */
export const publicPath = (baseUrl: string, path: string): string =>
  `${new URL(baseUrl).pathname.replace(/\/$/, '')}${path}`;
