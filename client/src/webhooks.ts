import type { SubmissionReceivedEvent } from './generated/api.js';

/** A delivery that must not be trusted, and which part of it is wrong. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  constructor(
    readonly reason: 'signature' | 'time' | 'body',
    message: string,
  ) {
    super(`${reason}: ${message}`);
  }
}

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
type Secrets = string | readonly string[];

const TOLERANCE_SECONDS = 300;

type Delivery = [body: string | Uint8Array | ArrayBuffer, headers: WebhookHeaders, secrets: Secrets] | [request: Request, secrets: Secrets];

/**
 * The event of a delivery that one of the secrets has signed in the last five minutes. The body is that of the request as it has arrived,
 * as text or bytes. Throws a `WebhookError` otherwise.
 */
export async function verifyWebhook<Event = SubmissionReceivedEvent>(...delivery: Delivery): Promise<Event> {
  const text = await verifySignature(...delivery);
  const event: unknown = await Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => null);
  if (typeof event === 'object' && event) return event as Event;
  throw new WebhookError('body', 'it is signed, but no JSON object');
}

/** Verifies like `verifyWebhook`, and gives the text of the body, for webhooks whose body is no JSON. */
export async function verifySignature(...[body, ...rest]: Delivery): Promise<string> {
  const [headers, secrets] = rest.length === 2 ? rest : [(body as Request).headers, rest[0]];
  const bytes = await bytesOf(body);
  const time = headerOf(headers, 'webhook-timestamp');
  const distance = /^\d{1,12}$/.test(time) ? Math.abs(Date.now() / 1000 - Number(time)) : Infinity;
  if (distance > TOLERANCE_SECONDS) throw new WebhookError('time', `not within ${TOLERANCE_SECONDS} seconds of this clock`);
  const start = new TextEncoder().encode(`${headerOf(headers, 'webhook-id')}.${time}.`);
  const content = new Uint8Array(await new Blob([start, bytes]).arrayBuffer());
  const entries = headerOf(headers, 'webhook-signature').split(' ');
  const signatures = entries.map((entry) => decoded(/^v1,(.+)$/.exec(entry)?.[1] ?? '')).filter((each) => each !== null);
  const keys = await Promise.all([secrets].flat().map(importKey));
  const pairs = keys.flatMap((key) => signatures.map((each) => crypto.subtle.verify('HMAC', key, each, content)));
  if ((await Promise.all(pairs)).includes(true)) return new TextDecoder().decode(bytes);
  throw new WebhookError('signature', 'no secret has signed this body with this id and time');
}

async function bytesOf(body: unknown): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer);
  const request = body as Request | null;
  if (request?.bodyUsed === false) return new Uint8Array(await request.clone().arrayBuffer());
  throw new WebhookError('body', 'it must be text or bytes as they have arrived, or a request that nobody has read');
}

function headerOf(headers: WebhookHeaders, wanted: string): string {
  if (typeof headers.get === 'function') return (headers as Headers).get(wanted) ?? '';
  return [Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''].flat().join(' ');
}

/** Null for another spelling of the same bytes, too. */
function decoded(base64: string): Uint8Array<ArrayBuffer> | null {
  const text = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && base64.length % 4 === 0 ? atob(base64) : '';
  return text && btoa(text) === base64 ? Uint8Array.from(text, (character) => character.charCodeAt(0)) : null;
}

function importKey(secret: string) {
  const bytes = typeof secret === 'string' && decoded(secret.replace(/^whsec_/, ''));
  if (!bytes) throw new TypeError('verifyWebhook: a secret is not of the form "whsec_..."');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}
