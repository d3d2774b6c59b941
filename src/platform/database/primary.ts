import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionOptions, type PeerCertificate, checkServerIdentity } from 'node:tls';
import { Client, type ClientBase } from 'pg';
import { serverAddressesOf } from '../config/setting-readers';
import { SESSION_SETTINGS, type SessionKind } from './session';

export interface ConnectionTarget {
  connectionString: string;
  /** The function that the driver calls for a socket, and that may change the `ssl` options which the driver reads afterwards. */
  stream?: (config?: { ssl?: ConnectionOptions | boolean }) => Duplex;
}

/**
 * The server of the URL, or of several servers the one that accepts writes when a connection is opened. The driver knows only one server:
 * its socket looks for the primary when it connects.
 */
export function connectionTo(url: string): ConnectionTarget {
  const [first = url, ...others] = serverAddressesOf(url);
  if (others.length === 0) return { connectionString: url };
  let finding: Promise<ServerAddress> | null = null;
  const find = () => (finding ??= primaryOf([first, ...others]).finally(() => (finding = null)));
  return {
    connectionString: first,
    stream(config = {}) {
      const socket = new PrimarySocket(find);
      if (config.ssl) config.ssl = checkingHost(config.ssl === true ? {} : config.ssl, () => socket.host);
      return socket;
    },
  };
}

interface ServerAddress {
  host: string;
  port: number;
}

class PrimarySocket extends Socket {
  host = '';

  constructor(private readonly findPrimary: () => Promise<ServerAddress>) {
    super();
  }

  override connect(): this {
    void this.findPrimary().then(
      ({ host, port }) => {
        this.host = host;
        if (!this.destroyed) super.connect(port, host);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

/** Verifies the certificate against the host of the server that was found, instead of that of the first address. */
const checkingHost = (ssl: ConnectionOptions, host: () => string): ConnectionOptions => ({
  checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(host(), certificate),
  ...ssl,
});

/**
 * Asks all servers at once, so that a silent one delays nobody. Until the silent ones time out, the others are asked again, since one of
 * them may be promoted meanwhile. Rejects when no server accepts writes.
 */
async function primaryOf(addresses: string[]): Promise<ServerAddress> {
  const silent = new Set(addresses);
  const ask = async (address: string): Promise<ServerAddress> => {
    for (;;) {
      try {
        return await writableServer(address);
      } catch (error) {
        silent.delete(address);
        if (silent.size === 0) throw error;
      }
      await pause(ASK_AGAIN_MS);
    }
  };
  try {
    return await Promise.any(addresses.map(ask));
  } catch (error) {
    const { errors } = error as AggregateError;
    throw errors.find((each) => each instanceof ReadOnlyDatabase) ?? errors[0];
  } finally {
    silent.clear();
  }
}

async function writableServer(connectionString: string): Promise<ServerAddress> {
  const client = new Client({ connectionString, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
  client.on('error', () => undefined); // the pending promise rejects as well
  try {
    await client.connect();
    await requireWritable(client);
    return { host: client.host, port: client.port };
  } finally {
    void client.end().catch(() => undefined);
  }
}

const ANSWER_MS = 2_000;
const ASK_AGAIN_MS = 200;

/** The SQLSTATE of a refused write on a read-only server. */
export const READ_ONLY = '25006';

/** The error of a standby, or of a primary that is being replaced. Callers treat it like an outage of the database. */
export class ReadOnlyDatabase extends Error {
  readonly code = READ_ONLY;

  constructor() {
    super('the server only lets read, as a standby does');
  }
}

/** True on a standby, and on a primary that is set to read-only. The same statement prepares the session. */
const stateOf = (kind: SessionKind) =>
  `select current_setting('transaction_read_only')::boolean as is_read_only, ${SESSION_SETTINGS[kind]}`;
const STATE = { service: stateOf('service'), own: stateOf('own'), shared: stateOf('shared') };

export async function requireWritable(client: ClientBase, kind: SessionKind = 'shared'): Promise<void> {
  const { rows } = await client.query<{ is_read_only: boolean }>(STATE[kind]);
  if (rows[0]!.is_read_only) throw new ReadOnlyDatabase();
}
