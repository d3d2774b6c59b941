import { answerFor } from './form-challenges';
import type { Outcome, Receipt, Refusal, StoredSubmission } from './submission.types';

/** Sends a submission once and never rejects. Any unknown outcome is `unsent`; the idempotency key makes another attempt harmless. */
export async function send(submission: StoredSubmission): Promise<Outcome> {
  try {
    const outcome = await post(submission, await answerFor(submission, false));
    const isUnsolved = outcome.kind === 'refused' && outcome.error.details._altcha;
    return isUnsolved ? await post(submission, await answerFor(submission, true)) : outcome;
  } catch {
    await policyTold();
    return { kind: 'unsent', retryAfterMs: 0 };
  }
}

async function post({ endpoint, key, language, fields, attempts }: StoredSubmission, answer: string | null): Promise<Outcome> {
  const bytes = sizeOf(fields);
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(), TIMEOUT_MS + bytes / SLOWEST_BYTES_PER_MS);
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Accept-Language': `${language},en-x-visitor;q=0.5`, 'Idempotency-Key': key },
      body: bodyOf(answer === null ? fields : [...fields, ['_altcha', answer]]),
      credentials: 'omit',
      keepalive: attempts === 0 && bytes < MAX_KEEPALIVE_BYTES,
      signal: aborter.signal,
    });
    const body = (await response.json().catch(() => null)) as Body | null;
    if (body?.error?.code === 'origin_not_allowed') {
      // eslint-disable-next-line no-console -- the author of the page reads it
      console.error(`The form was not sent: its allowed_origins have no entry for ${location.origin}.`);
    }
    return outcomeOf(response, body);
  } finally {
    clearTimeout(timer);
  }
}

/** The size of the files in bytes, plus the approximate size of the texts. */
export const sizeOf = (fields: StoredSubmission['fields']): number =>
  fields.reduce((sum, [name, value]) => sum + name.length + (typeof value === 'string' ? value.length : value.size), 0);

interface Body {
  data?: Receipt;
  error?: Refusal;
}

const TIMEOUT_MS = 30_000;
/** The minimum speed: the service aborts slower uploads. */
const SLOWEST_BYTES_PER_MS = 16;
/** Browsers limit requests with `keepalive` to 64 KiB in total. */
const MAX_KEEPALIVE_BYTES = 20_000;
const MAX_RETRY_AFTER_MS = 24 * 3600 * 1000;

function bodyOf(fields: StoredSubmission['fields']): FormData | URLSearchParams {
  const hasFiles = fields.some(([, value]) => typeof value !== 'string');
  const body = hasFiles ? new FormData() : new URLSearchParams();
  for (const [name, value] of fields) body.append(name, value as string);
  return body;
}

/** Only the service itself can accept a submission, and not the login page of a hotel's network. */
function outcomeOf(response: Response, body: Body | null): Outcome {
  const { status } = response;
  if (response.ok && typeof body?.data?.id === 'string') return { kind: 'accepted', receipt: body.data };
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    const unknown = { code: 'unknown', message: `HTTP ${status}`, details: {} };
    return { kind: 'refused', status, error: { ...unknown, ...body?.error } };
  }
  const seconds = Number(response.headers.get('Retry-After')) || 0;
  return { kind: 'unsent', retryAfterMs: Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) };
}

const forbidden = new Set<string>();

/** True if the Content Security Policy of the page forbids to send to an address, so that no attempt can succeed. */
export const isForbidden = (endpoint: string): boolean => forbidden.has(endpoint);

export function watchPolicy(): void {
  document.addEventListener('securitypolicyviolation', ({ blockedURI, disposition, effectiveDirective }) => {
    if (disposition === 'enforce' && effectiveDirective === 'connect-src') forbidden.add(blockedURI);
  });
}

/** Browsers report a violation in a separate task, which may follow the failure of the request. */
const policyTold = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));
