import type { ClientBase } from 'pg';

/** The SQLSTATE of a write that the server refuses because it only lets read. */
export const READ_ONLY = '25006';

/** The server is a standby, or a primary that is being replaced. It is as good as away until its address leads to a primary again. */
export class ReadOnlyDatabase extends Error {
  readonly code = READ_ONLY;

  constructor() {
    super('the server only lets read, as a standby does');
  }
}

/** True on a standby too. */
const IS_READ_ONLY = `select current_setting('transaction_read_only')::boolean as is_read_only`;

/** Rejects with a `ReadOnlyDatabase`. */
export async function requireWritable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_read_only: boolean }>(IS_READ_ONLY);
  if (rows[0]!.is_read_only) throw new ReadOnlyDatabase();
}
