/**
 * Whether an If-Match header lets a mutation pass (RFC 9110 section 13.1.1): strong comparison, any entry of a list, or `*`
 * for whatever exists. A tag that lost its quotes on the way through a shell still counts when it is exactly the current one.
 */
export function ifMatchPasses(header: string, current: string, acceptWeak = false): boolean {
  const value = header.trim();
  if (value === '*') return true;
  if (`"${value}"` === current) return true;
  const tags = entityTags(value);
  return tags.some((tag) => tag === current || (acceptWeak && tag === `W/${current}`));
}

/** Whether If-None-Match names the current tag (RFC 9110 section 13.1.2): weak comparison. */
export function ifNoneMatchHits(header: string | undefined, current: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  return entityTags(header).some((tag) => tag.replace(/^W\//, '') === current);
}

/** The entries of a well-formed list of at most twenty tags; anything else is no tag at all. */
function entityTags(value: string): string[] {
  const parts = value.split(',').map((part) => part.trim());
  const areTags = parts.length <= MAX_TAGS && parts.every((part) => /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(part));
  return areTags ? parts : [];
}

const MAX_TAGS = 20;
