/**
 * The token of `Authorization: Bearer <token>` (RFC 6750), or null. Node keeps only the first of several Authorization lines, so the raw
 * headers are read: a proxy could read two different lines in another way than this service, so they count as none.
 */
export function bearerTokenOf(rawHeaders: readonly string[]): string | null {
  const values = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() === 'authorization') values.add(rawHeaders[index + 1]!);
  }
  if (values.size !== 1) return null;
  const [value] = values;
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(value!.trim())?.[1] ?? null;
}
