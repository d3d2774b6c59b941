import { Client } from 'pg';
import { messageOf } from '../errors/explanation';
import { OperatorError } from '../errors/operator-error';

/** Throws an `OperatorError` when the database does not let this process in. */
export async function refuseUnreachable(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    throw new OperatorError(`The database cannot be reached: ${messageOf(cause)}. ${REMEDY}`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}

const REMEDY =
  'Start the PostgreSQL that DATABASE_URL names, and let this machine and its user in. "npm run cli -- doctor" says more.';
