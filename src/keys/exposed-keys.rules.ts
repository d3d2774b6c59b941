import { parseSecret, type SecretParts } from '../api/auth/secret-format.rules';

/** The places where the service looks for exposed keys. */
export const EXPOSED_PLACES = ['submit_header', 'submit_query', 'workflow_header'] as const;
export type ExposedPlace = (typeof EXPOSED_PLACES)[number];

export interface RequestHead {
  /** Names and values in turn, as in Node's `IncomingMessage`. */
  rawHeaders: readonly string[];
  url?: string;
}

/** Finds complete keys in texts by their checksums. The search is cheap in the usual case of no key. */
export function keysIn(texts: readonly string[], limit = MAX_LOOK_UPS): SecretParts[] {
  const found = new Map<string, SecretParts>();
  for (const text of texts) {
    if (!text.includes(START)) continue;
    for (const [value] of text.matchAll(VALUE)) {
      const parts = parseSecret('fck', value);
      if (found.size === limit) return [...found.values()];
      if (parts) found.set(value, parts);
    }
  }
  return [...found.values()];
}

/** Finds keys in the headers and in the decoded query of a request. */
export function keysInHead({ rawHeaders, url = '' }: RequestHead): { inHeaders: SecretParts[]; inQuery: SecretParts[] } {
  const inHeaders = keysIn(rawHeaders);
  const start = url.indexOf('?');
  return { inHeaders, inQuery: start < 0 ? [] : keysIn([decoded(url.slice(start))], MAX_LOOK_UPS - inHeaders.length) };
}

const START = 'fck_';
const VALUE = /fck_[0-9A-Za-z]{50}/g;
const MAX_LOOK_UPS = 20;

/** Decodes ASCII only, since the percent-encoding of other characters may be malformed. */
const decoded = (text: string): string =>
  text.replace(/%([2-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
