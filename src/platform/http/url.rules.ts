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
