import { type Call, callOf, checkToken } from './call.js';
import { editor } from './edit.js';
import type { OperationDescriptor } from './generated/api.js';
import { OPERATIONS } from './generated/api.js';
import { type Input, refuseUnknown } from './input.js';
import type { Client, ClientOptions, KeyedCallOptions } from './types.js';

/** A client of the service. It keeps no connection and needs no end. */
export function createClient(options: ClientOptions): Client {
  refuseUnknown('createClient', 'option', options, ['baseUrl', 'apiKey', 'fetch', 'retries', 'timeoutMs']);
  if (typeof options.baseUrl !== 'string') throw new TypeError('createClient: the option "baseUrl" is missing');
  checkToken('createClient', 'apiKey', options.apiKey);
  const calls: Record<string, Call> = {};
  for (const operation of Object.values<OperationDescriptor>(OPERATIONS)) {
    const usesApiKey = operation.security?.some((schemes) => schemes.some(({ scheme }) => scheme === 'bearer'));
    const call = callOf(operation, { ...options, ...(!usesApiKey && { apiKey: undefined }) });
    calls[operation.id] = operation.id.startsWith('list') ? Object.assign(call, iteratorsOf(operation, call)) : call;
  }
  return Object.assign(calls, { edit: editor(calls) }) as unknown as Client;
}

/** They end with the list; a feed has a cursor at its end as well. A cursor that comes again would be asked for without end. */
function iteratorsOf({ id, params = [] }: OperationDescriptor, call: Call) {
  const parameter = params.find(({ name }) => name === 'after')?.name ?? 'cursor';
  async function* pages(input: Input = {}, options?: KeyedCallOptions) {
    const asked = new Set([input.query?.[parameter]]);
    for (let next: Input | null = input; next;) {
      const page = (await call(next, options)) as { data: unknown[]; meta?: PageMeta };
      yield page;
      const { next_cursor: cursor, has_more: hasMore = true } = page.meta ?? {};
      next = cursor && hasMore ? { ...input, query: { ...input.query, [parameter]: cursor } } : null;
      if (next && asked.has(cursor)) throw new Error(`${id}: the service answered with the cursor of an earlier page`);
      asked.add(cursor);
    }
  }
  async function* items(input?: Input, options?: KeyedCallOptions) {
    for await (const { data } of pages(input, options)) yield* data;
  }
  return { pages, items };
}

interface PageMeta {
  next_cursor?: string | null;
  has_more?: boolean;
}
