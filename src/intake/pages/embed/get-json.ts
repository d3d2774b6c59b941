/** Reads a public address of the service. Rejects without an answer within ten seconds. */
export async function getJson(address: string, cache: RequestCache = 'default'): Promise<{ status: number; body: unknown }> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(address, { credentials: 'omit', cache, signal: aborter.signal });
    return { status: response.status, body: await response.json().catch(() => null) };
  } finally {
    clearTimeout(timer);
  }
}

const TIMEOUT_MS = 10_000;
