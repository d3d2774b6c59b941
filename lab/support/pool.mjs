import pg from 'pg';
import { atEnd } from './at-end.mjs';

/** Connections to a database, which are closed at the end. */
export function openPool(connectionString, max) {
  const pool = new pg.Pool({ connectionString, max });
  atEnd(() => {
    pool.on('error', () => undefined); // `end` does not wait for the server, which may be stopped before it has seen it
    return pool.end();
  });
  return pool;
}
