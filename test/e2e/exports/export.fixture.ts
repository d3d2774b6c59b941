import { connect, type Socket } from 'node:net';
import { v7 } from 'uuid';
import type { Api } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { waitUntil } from '../../support/wait-until';

export const exportPath = (form: { id: string }, query: string): string => `/v1/forms/${form.id}/submissions/export?${query}`;

/** Inserts submissions that were received a millisecond after one another; `fieldsOf` gives the values of each. */
export async function seedMany(
  { database }: Pick<Instance, 'database'>,
  form: { id: string },
  count: number,
  fieldsOf: (index: number) => object = (n) => ({ n }),
): Promise<string[]> {
  const start = Date.parse('2026-03-01T00:00:00.000Z');
  const rows = Array.from({ length: count }, (_, index) => ({
    id: v7(),
    fields: fieldsOf(index),
    received_at: new Date(start + index).toISOString(),
  }));
  for (let at = 0; at < count; at += 50)
    await database.query(
      `insert into submissions (id, form_id, source, fields, received_at)
     select id, $1, 'api', fields, received_at from json_to_recordset($2) as t (id uuid, fields json, received_at timestamptz)`,
      [form.id, JSON.stringify(rows.slice(at, at + 50))],
    );
  await database.query(
    `update form_stats set submissions_count = submissions_count + $2, unread_count = unread_count + $2,
       latest_submission_at = now(), first_submission_at = coalesce(first_submission_at, now()) where form_id = $1`,
    [form.id, count],
  );
  return rows.map(({ id }) => id);
}

/** A client that has asked for an export and reads nothing of it until it is told to. */
export interface StalledExport {
  /** Everything that the service sends until it ends or cuts the connection. */
  rest(): Promise<string>;
  leave(): void;
}

/** Resolves once the answer has begun. The form needs more bytes than fit into the buffers on the way. */
export async function stalledExport(
  api: Api,
  path: string,
  key: string,
  credential = `Authorization: Bearer ${key}`,
): Promise<StalledExport> {
  const { hostname, port } = new URL(api.baseUrl);
  const socket: Socket = connect({ port: Number(port), host: hostname });
  const chunks: Buffer[] = [];
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  atEnd(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${credential}\r\nConnection: close\r\n\r\n`);
  await new Promise<void>((resolve) =>
    socket.once('data', (chunk: Buffer) => {
      socket.pause();
      chunks.push(chunk);
      resolve();
    }),
  );
  return {
    rest: async () => {
      socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
      socket.resume();
      await closed;
      return Buffer.concat(chunks).toString();
    },
    leave: () => void socket.destroy(),
  };
}

/** Tells if an answer in chunks has its end. */
export const isWhole = (answer: string): boolean => answer.endsWith('\r\n0\r\n\r\n');

/** Forms with this many megabytes stall a client that does not read. */
export const largeFields = (n: number): object => ({ n, text: 'x'.repeat(200_000) });

/** The number of exports that the keys of an account hold. */
export const leases = async ({ database, accountId }: Pick<TestApp, 'database' | 'accountId'>): Promise<number> =>
  (await database.query('select from export_leases l join api_keys k on k.id = l.api_key_id where k.account_id = $1', [accountId])).length;

export const untilNoLease = (app: Pick<TestApp, 'database' | 'accountId'>): Promise<unknown> =>
  waitUntil(async () => (await leases(app)) === 0);
