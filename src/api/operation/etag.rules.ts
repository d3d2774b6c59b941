/** True when If-Match has the current tag (RFC 9110, section 13.1.1), or that tag without quotes, which a shell may have removed. */
export function ifMatchPasses(header: string, current: string, acceptWeak = false): boolean {
  const value = header.trim();
  if (value === '*') return true;
  const known = withoutCoding(current);
  if (withoutCoding(`"${value}"`) === known) return true;
  return entityTags(value).some((tag) => tag === known || (acceptWeak && tag === `W/${known}`));
}

export type IfMatchError = 'malformed' | 'foreign' | 'weak' | 'stale';

/** Tests in this order: no list of tags, the current tag as a weak one, an earlier tag of the resource, only tags of other resources. */
export function ifMatchError(header: string, current: string): IfMatchError {
  const value = header.trim();
  const unquoted = `"${value}"`;
  const tags = resourceOf(unquoted) ? [unquoted] : entityTags(value);
  if (tags.length === 0) return 'malformed';
  if (tags.includes(`W/${withoutCoding(current)}`)) return 'weak';
  return tags.some((tag) => resourceOf(tag) === resourceOf(current)) ? 'stale' : 'foreign';
}

/** The resource in a tag of this service: its kind and its id, without the revision. */
const resourceOf = (tag: string): string | undefined => /^(?:W\/)?"([a-z]-[0-9a-f-]{36})-/.exec(tag)?.[1];

/** True if If-None-Match contains the current tag (RFC 9110, section 13.1.2, weak comparison). */
export function ifNoneMatchHits(header: string | undefined, current: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  const known = withoutCoding(current);
  return entityTags(header).some((tag) => tag.replace(/^W\//, '') === known);
}

/** Both sides of a comparison go through this, so that a tag of ours that happens to end like this still equals itself. */
const withoutCoding = (tag: string): string => tag.replace(CODING, '"');

/** The endings that proxies which compress write before the last quote of a tag, at most once each for a chain of four. */
const CODING = /(?:(?:--?|[;:+])(?:x-)?(?:gzip|gz|br|brotli|zstd|deflate)){1,4}"$/i;

/** The entries of a well-formed list of at most twenty tags, as they were before proxies compressed; none for any other text. */
function entityTags(value: string): string[] {
  const tags = LIST.test(value) ? (value.match(TAG) ?? []) : [];
  return tags.length <= MAX_TAGS ? tags.map(withoutCoding) : [];
}

const MAX_TAGS = 20;
/** One tag, which may contain a comma. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
/** A list of tags, in which empty entries are ignored (RFC 9110, section 5.6.1). */
const LIST = /^[ \t,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[ \t]*(?:,[ \t,]*|$))*$/;
