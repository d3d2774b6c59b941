import { ApiError } from './errors.js';
import type { OperationDescriptor } from './generated/api.js';
import { ApiError as GeneratedError, createClient as generatedClient } from './generated/api.js';
import { checkedInput, type Input, refuseUnknown } from './input.js';
import { complete, repeats } from './repeats.js';
import type { ClientOptions, KeyedCallOptions } from './types.js';

export type Call = (input?: Input, options?: KeyedCallOptions & { onLost?: () => void }) => Promise<unknown>;

/** Sends one operation. */
export function callOf(operation: OperationDescriptor, settings: ClientOptions): Call {
  const { id, method } = operation;
  const { baseUrl: serverUrl, apiKey, retries = 3, timeoutMs = 30_000, fetch: send = platformFetch } = settings;
  const authorization: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  const fetch: typeof send = async (...request) => complete(await send(...request));
  const generated = generatedClient({ [id]: operation }, { serverUrl, fetch, clientHeader: false }) as Generated;
  const takesKey = operation.params?.some(({ name }) => name === 'Idempotency-Key');
  const known = ['signal', 'timeoutMs', 'onLost', ...(takesKey ? ['idempotencyKey'] : [])];
  return async (given = {}, options = {}) => {
    refuseUnknown(id, 'option', options, known);
    const { headers = {}, ...input } = checkedInput(operation, given);
    if (takesKey) headers['Idempotency-Key'] = options.idempotencyKey ?? headers['Idempotency-Key'] ?? newKey();
    const isRepeatable = method === 'GET' || Boolean(headers['Idempotency-Key'] ?? headers['If-Match']);
    const retry = repeats(retries, isRepeatable, options.onLost);
    const init = { headers: authorization, retry, timeout: options.timeoutMs ?? timeoutMs, signal: options.signal };
    try {
      const { data, response } = await generated[id]!({ ...input, headers }, { ...init, envelope: true });
      if (typeof data === 'object' && data) ETAGS.set(data, response.headers.get('etag'));
      return data;
    } catch (error) {
      if (!(error instanceof GeneratedError)) throw error;
      if (error.status === 304 && headers['If-None-Match']) return undefined;
      throw new ApiError(id, error.status, error.body);
    }
  };
}

type Generated = Record<string, (input: Input, init: object) => Promise<{ data: unknown; response: Response }>>;

/** `fetch` is looked up at each call, since tests and tracing replace it. */
const platformFetch: typeof fetch = (...request) => fetch(...request);

const ETAGS = new WeakMap<object, string | null>();

/** The `ETag` of an answer, for `If-Match` and `If-None-Match` of later calls. */
export const etagOf = (answer: object): string | undefined => ETAGS.get(answer) ?? undefined;

/** `crypto.randomUUID` does not exist on pages without TLS. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The messages of the platform for characters that headers must not have would show the secret. */
export function checkToken(operation: string, option: string, text: string | undefined): void {
  if (text !== undefined && !/^[!-~]+$/.test(text)) throw new TypeError(`${operation}: the option "${option}" is malformed`);
}
