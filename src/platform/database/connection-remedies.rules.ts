import { certificateRemedyOf } from '../errors/certificate-remedies.rules';
import { codeOf } from './database-errors.rules';

/** One sentence or two for an operator whose database refuses the service or cannot be reached. */
export const connectionRemedyOf = (error: unknown): string =>
  certificateRemedyOf(error, 'DATABASE_URL') ??
  MESSAGES.find(([pattern]) => error instanceof Error && pattern.test(error.message))?.[1] ??
  CODES[codeOf(error) ?? ''] ??
  'Start the PostgreSQL server that DATABASE_URL names, and allow this machine and the user of that URL to connect.';

export const POOLER_REMEDY =
  'Set DATABASE_POOLER=transaction, with REDIS_URL and MIGRATE_ON_START=false, or let DATABASE_URL lead to the server itself.';

const POOLER = `A pooler in transaction mode stands before the server. ${POOLER_REMEDY}`;
const POOLED_QUEUE =
  'Set REDIS_URL, since a pooler before the server refuses the connections of the queue in PostgreSQL; ' +
  'with a pooler in transaction mode, set DATABASE_POOLER=transaction as well.';
const TLS_ON_SERVER = 'Turn on TLS in the server ("ssl = on"), or remove sslmode and ssl from DATABASE_URL.';
const READ_ONLY =
  'Let DATABASE_URL lead to the primary, or wait until a standby has been promoted. ' +
  'If it is the primary, remove the default with "alter database <name> reset default_transaction_read_only", and the same for the role.';

/** Refusals for which the SQLSTATE says too little, or that the driver itself reports. */
const MESSAGES: [RegExp, string][] = [
  [/unsupported startup parameter/, POOLED_QUEUE],
  [/prepared statement .* (does not exist|already exists)/, POOLER],
  [/server does not support SSL/, TLS_ON_SERVER],
  [
    /no pg_hba\.conf entry.*(no encryption|SSL off)/,
    'Add "?sslmode=require" to DATABASE_URL, since the server takes connections with TLS only.',
  ],
  [/no pg_hba\.conf entry/, 'Allow this machine, the user and the database of DATABASE_URL in pg_hba.conf of the server.'],
  [/password must be a (non-empty )?string/, 'Add the password to DATABASE_URL, as in postgres://user:password@host:5432/database.'],
];

const CODES: Record<string, string> = {
  '3D000': 'Create that database on the server, or set DATABASE_URL to one that exists.',
  '3F000': 'Create a schema in search_path of the role, such as with "create schema public authorization <role>", or reset search_path.',
  '42501': 'Let the role own the schema of the tables, such as with "alter schema public owner to <role>", and all tables in it.',
  '28P01': 'Set the user and the password in DATABASE_URL to those of a role of the server.',
  '25006': READ_ONLY,
  '28000': 'Set DATABASE_URL to a role of the server that may connect from this machine.',
  '26000': POOLER,
  '42P05': POOLER,
  '53300': 'Raise max_connections of the server, or lower DATABASE_POOL_SIZE of the processes.',
  '57P03': 'Wait until the server has started or recovered.',
  ENOTFOUND: 'Set the host in DATABASE_URL to a name that this machine can resolve.',
  EAI_AGAIN: 'See why the name server of this machine does not answer.',
};
