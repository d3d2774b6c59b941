import { Client } from 'pg';

/**
 * Fails a test file in which something was asked of a connection that had not answered the question before, such as by a `Promise.all` in a
 * transaction. Such statements run one after the other anyway, the rollback of a failed one waits behind them, and the next version of `pg`
 * refuses them. BullMQ does it on a connection of its own, to which it listens.
 */
const { query } = Client.prototype;
const overlapping: string[] = [];

// eslint-disable-next-line others/no-patches, no-restricted-syntax -- a spy of Jest would be replaced by that of `statementsDuring`
Client.prototype.query = function (this: Client & Queue, ...request: unknown[]) {
  if (this._activeQuery || this._queryQueue.length > 0) note(new Error(textOf(request)).stack!);
  return (query as (...parameters: unknown[]) => unknown).apply(this, request);
} as Client['query'];

afterAll(() => {
  // eslint-disable-next-line others/no-patches, no-restricted-syntax -- as it was before
  Client.prototype.query = query;
  expect(overlapping).toEqual([]);
});

function note(stack: string): void {
  if (!stack.includes('/node_modules/bullmq/')) overlapping.push(stack);
}

/** The state that a client of `pg` has of its connection, and does not tell without a warning. */
interface Queue {
  _activeQuery: object | null;
  _queryQueue: object[];
}

const textOf = ([first]: unknown[]): string => `Asked during another query: ${(first as { text?: string }).text ?? String(first)}`;
