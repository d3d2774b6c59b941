/** The embedded PostgreSQL cannot run here. The message says why and what to do about it. */
export class EmbeddedPostgresError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'EmbeddedPostgresError';
  }
}

/** Ends each message that has no nearer remedy. */
export const USE_ANOTHER = 'Set DATABASE_URL (and APP_SECRET) to use a PostgreSQL of your own.';
