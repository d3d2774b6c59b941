import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import type { ErrorCode } from '../../src/api/errors/api-error';
import { API_ERRORS } from '../../src/api/errors/api-error';
import { expectDocumented } from './documented';

export interface Answer<Data = any> {
  status: number;
  headers: Record<string, string | undefined>;
  /** Parsed JSON, or else the text. */
  body: {
    data: Data;
    request_id: string;
    error?: { code: string; message: string; details: Record<string, unknown> };
  } & Record<string, unknown>;
  etag: string;
}

export interface CallOptions {
  /** A key in place of the client's; null for none. */
  key?: string | null;
  ifMatch?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

type Body = object | string | Buffer | undefined;

/**
 * A client of the API. Each answer is validated against the API document, so a test fails when the service answers
 * something undocumented.
 */
export class Api {
  constructor(
    readonly baseUrl: string,
    private readonly key: string | null,
  ) {}

  /** The same API with another key; null for none. */
  as(key: string | null): Api {
    return new Api(this.baseUrl, key);
  }

  get = <Data = any>(path: string, options?: CallOptions): Promise<Answer<Data>> => this.call('GET', path, undefined, options);
  delete = <Data = any>(path: string, options?: CallOptions, body?: Body): Promise<Answer<Data>> =>
    this.call('DELETE', path, body, options);
  patch = <Data = any>(path: string, body?: Body, options?: CallOptions): Promise<Answer<Data>> => this.call('PATCH', path, body, options);
  put = <Data = any>(path: string, body?: Body, options?: CallOptions): Promise<Answer<Data>> => this.call('PUT', path, body, options);

  /** Sends a fresh Idempotency-Key unless one is given; an empty one leaves the header out. */
  post = <Data = any>(path: string, body?: Body, options: CallOptions = {}): Promise<Answer<Data>> =>
    this.call('POST', path, body, { idempotencyKey: randomUUID(), ...options });

  async call<Data = any>(method: string, path: string, body?: Body, options: CallOptions = {}): Promise<Answer<Data>> {
    const sentHeaders = this.headersOf(body, options);
    const reply = await request(`${this.baseUrl}${path}`, {
      method: method as 'GET',
      headers: sentHeaders,
      body: body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    const text = await reply.body.text();
    const headers = reply.headers as Record<string, string | undefined>;
    const isJson = String(headers['content-type'] ?? '').startsWith('application/json');
    const answer = {
      status: reply.statusCode,
      headers,
      body: isJson && text ? JSON.parse(text) : text,
      etag: headers.etag ?? '',
    } as Answer<Data>;
    expectDocumented({ method, path, headers: sentHeaders, body }, answer);
    return answer;
  }

  private headersOf(body: Body, options: CallOptions): Record<string, string> {
    const key = options.key === undefined ? this.key : options.key;
    return {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(typeof body === 'object' && !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
      ...(options.ifMatch && { 'if-match': options.ifMatch }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      ...options.headers,
    };
  }
}

/**
 * Repeats what is refused with 503 or 409 and a `Retry-After`, as the answer asks its client to: on a slow machine many requests for one
 * lock or one idempotency key exceed the lock timeout. Nothing of a refused request was stored.
 */
export async function untilServed<Data = any>(send: () => Promise<Answer<Data>>): Promise<Answer<Data>> {
  const answer = await send();
  const isToRepeat = [409, 503].includes(answer.status) && answer.headers['retry-after'] !== undefined;
  return isToRepeat ? untilServed(send) : answer;
}

/** Expects an error answer with this code and the documented shape. */
export function expectError(answer: Answer, code: ErrorCode): void {
  expect({ status: answer.status, code: answer.body.error?.code }).toEqual({ status: API_ERRORS[code][0], code });
  expect(answer.body).toEqual({
    error: { code, message: expect.any(String), details: expect.any(Object) },
    request_id: answer.headers['x-request-id'],
  });
}

/** Expects a validation error for exactly these paths. */
export function expectFieldErrors(answer: Answer, ...paths: string[]): void {
  expectError(answer, 'validation_failed');
  expect(Object.keys(answer.body.error!.details).sort()).toEqual([...paths].sort());
}
