import { runningDatabaseUrl } from '../embedded-postgres/database-address';
import { type Config, loadConfig } from '../platform/config/config';
import { existingAppSecretOf } from '../platform/config/app-secret';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { hasEmbeddedDatabase } from '../platform/database/embedded-database';
import { OperatorError } from '../platform/errors/operator-error';
import { type ServiceAddress, writtenServiceAddresses } from '../platform/lifecycle/service-address-file';
import { proofKeysOf } from '../platform/lifecycle/service-proof.rules';
import { type KnownAddress, provenAddress } from './proven-address';
import type { Terminal } from './terminal';

export interface RunningService {
  /** The address where this machine reaches the service. The public address may be unreachable inside a container. */
  address: string;
  baseUrl: string;
  /** A terminal with the settings from which the service builds its addresses. */
  terminal: Terminal;
}

/** Finds the service of the data folder or, with a configured database, that of the settings. Throws an `OperatorError` without one. */
export async function runningService(terminal: Terminal): Promise<RunningService> {
  const config = loadConfig(terminal.env);
  const unproven: string[] = [];
  const service = await find(terminal, config, config.databaseUrl ? [await addressOfSettings(config)] : [], unproven);
  if (service) return service;
  const missing = config.databaseUrl ? `No service answers at ${config.baseUrl}.` : noneOn(config);
  throw new OperatorError([missing, ...unproven.map(strangerAt), START].join(' '));
}

/**
 * Returns a terminal with the settings from which the service builds its addresses. Throws an `OperatorError` when no service runs on the
 * data folder, unless the settings name a database, whose service may run on another machine.
 */
export async function addressesOfService(terminal: Terminal): Promise<Terminal> {
  const config = loadConfig(terminal.env);
  if (!config.databaseUrl) return (await runningService(terminal)).terminal;
  return (await find(terminal, config))?.terminal ?? terminal;
}

/** The configured address. The service behind it must prove that it knows the configured APP_SECRET. */
async function addressOfSettings(config: Config): Promise<KnownAddress> {
  const secret = await existingAppSecretOf(config);
  return { ...config, proofKeys: secret === null ? [] : proofKeysOf(new SecretKeys(secret, config.appSecretPrevious)) };
}

async function find(
  terminal: Terminal,
  { dataDir, databaseUrl }: Config,
  others: KnownAddress[] = [],
  unproven: string[] = [],
): Promise<RunningService | null> {
  const written = (await writtenServiceAddresses(dataDir)).map((each) => ({ ...each, proofKeys: [each.proofKey] }));
  for (const service of [...written, ...others]) {
    const address = await provenAddress(service, unproven);
    if (!address) continue;
    if (!databaseUrl && !(await runningDatabaseUrl(dataDir))) throw new OperatorError(otherDatabase(address));
    return { address, baseUrl: service.baseUrl, terminal: at(terminal, service) };
  }
  return null;
}

/** Throws when there is no database, and writes a notice when no service runs on it. */
export async function requireData(terminal: Terminal): Promise<void> {
  const config = loadConfig(terminal.env);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl || (await runningDatabaseUrl(dataDir))) return;
  if (!(await hasEmbeddedDatabase(dataDir))) throw new OperatorError(`${noneOn(config)} There is no database either. ${START}`);
  terminal.stderr.write(`${noneOn(config)} The command works on its database alone.\n`);
}

export const otherDatabase = (address: string): string =>
  `The service at ${address} has another database. Give this command the settings of the service, or start one with those of this command.`;

const noneOn = ({ dataDir }: Pick<Config, 'dataDir'>): string => `No service runs on the data folder ${dataDir}.`;

const START = 'Start it, for example with "npm start", or set DATA_DIR to the folder of the one that runs, and run this command again.';

const strangerAt = (address: string): string =>
  `A program answers at ${address}, but does not prove to be this service, so it is sent nothing.`;

const at = (terminal: Terminal, { baseUrl, port }: ServiceAddress): Terminal => ({
  ...terminal,
  env: { ...terminal.env, BASE_URL: baseUrl, PORT: String(port) },
});
