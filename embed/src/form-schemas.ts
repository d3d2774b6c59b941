/** The part of the public schema of a form that this script reads. */
export interface FormSchema {
  /** Null for a form that asks for no challenge. */
  proof_of_work: string | null;
  submissions_left?: number;
  places_left?: Record<string, Record<string, number>>;
  opens_at?: string;
  closes_at?: string;
}

const read = new Map<string, Promise<FormSchema | null>>();

/** The schema of a form, read once for each page. Null if it cannot be read; the next call then reads it again. */
export function schemaOf(endpoint: string, isAnew = false): Promise<FormSchema | null> {
  const known = read.get(endpoint);
  if (known && !isAnew) return known;
  const reading = readSchema(endpoint, isAnew ? 'reload' : 'default');
  read.set(endpoint, reading);
  void reading.then((schema) => schema || read.delete(endpoint));
  return reading;
}

async function readSchema(endpoint: string, cache: RequestCache): Promise<FormSchema | null> {
  if (!endpoint.endsWith('/submit')) return null;
  const { body } = await getJson(endpoint.replace(/submit$/, 'schema'), cache).catch(() => ({ body: null }));
  return (body as { data?: FormSchema } | null)?.data ?? null;
}

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
