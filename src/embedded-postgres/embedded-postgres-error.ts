/**
 * - `unsupported`: PostgreSQL cannot run on this machine or is not installed.
 * - `folder_not_writable`: the data folder cannot be created or written to.
 * - `folder_of_another_user`: the data folder belongs to another operating system user.
 * - `folder_occupied`: something other than a database is in the place of the database.
 * - `interrupted`: a signal ended the process before the database was created; nothing of the database is left.
 * - `start_failed`: the server exited or did not become ready in time.
 */
export type EmbeddedPostgresErrorCode =
  'unsupported' | 'folder_not_writable' | 'folder_of_another_user' | 'folder_occupied' | 'interrupted' | 'start_failed';

/** The embedded PostgreSQL cannot run. The message states the reason; the code lets the caller add a remedy of its own. */
export class EmbeddedPostgresError extends Error {
  constructor(
    readonly code: EmbeddedPostgresErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}
