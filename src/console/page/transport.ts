import type { OperationDescriptor, RetryConfig } from '../../../client/src/generated/api.js';
import { pause } from './shell/poll';

/** A refusal, which the client tells in its own way. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super();
  }
}

type Values = Readonly<Record<string, unknown>>;
type Input = Partial<Record<'path' | 'query' | 'headers', Values>> & { body?: unknown };
type Init = { retry: RetryConfig; signal?: AbortSignal | null };
type Config = { serverUrl: string; fetch: typeof fetch };

/**
 * In place of the generated part of the client, which can do much that the page has no use for: the build puts it there. It sends JSON,
 * and repeats what the client has repeated.
 */
export const createClient = (operations: Record<string, OperationDescriptor>, config: Config) =>
  Object.fromEntries(
    Object.entries(operations).map(([id, operation]) => [id, (input: Input, init: Init) => send(operation, input, init, config)]),
  );

async function send({ method, path }: OperationDescriptor, input: Input, init: Init, { serverUrl, fetch }: Config) {
  const { retry, signal = null } = init;
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(`${input.path?.[name] as string}`));
  const query = new URLSearchParams(textsOf(input.query)).toString();
  const headers = textsOf({
    accept: 'application/json',
    'content-type': input.body && 'application/json',
    ...input.headers,
  });
  const body = input.body ? JSON.stringify(input.body) : null;
  const url = serverUrl + place + (query && `?${query}`);
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const mayRepeat = async (response?: Response) =>
      attempt <= (retry.retries ?? 0) && !signal?.aborted && (await retry.retryOn!({ response } as never));
    let wait = Math.random() * retry.retryDelay! * 2 ** (attempt - 1);
    try {
      const response = await fetch(url, { method, headers, body, signal });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') && text;
      const data = isJson ? (JSON.parse(text) as unknown) : undefined;
      if (response.ok) return { data, response };
      if (!(await mayRepeat(response))) throw new ApiError(response.status, data);
      wait = Number(response.headers.get('retry-after') ?? wait / 1000) * 1000;
    } catch (error) {
      if (error instanceof ApiError || !(await mayRepeat())) throw error;
    }
    await pause(wait, signal ?? new AbortController().signal);
  }
}

/** Dots alone, from an address that somebody has typed, would lead elsewhere: the dash in their place is no id of anything. */
const segmentOf = (text: string): string => encodeURIComponent(text).replace(/^\.\.?$/, '-');

const textsOf = (values: Values = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, `${value as string | number | boolean}`]],
    ),
  );
