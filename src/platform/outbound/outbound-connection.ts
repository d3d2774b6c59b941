import { connect as connectTcp, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { EgressPolicy } from './egress-policy.rules';
import type { ResolveName } from './name-resolver';
import type { RefusedErrorCode } from './outbound.types';
import { connectErrorCode } from './socket-error.rules';
import { fixedAddresses, type Target } from './target.rules';

export interface ConnectionOptions {
  policy: EgressPolicy;
  resolve: ResolveName;
  /** For look-up, connection and TLS handshake together. */
  timeoutMs: number;
  /** PEM certificates of authorities to trust instead of the public ones. */
  authorities?: string;
}

/** No connection came about. Nothing was sent. */
export class NotConnected extends Error {
  constructor(
    readonly errorCode: RefusedErrorCode,
    options?: ErrorOptions,
  ) {
    super(`There is no connection: ${errorCode}.`, options);
  }
}

/**
 * Connects to a target that may be called. The name is looked up once, every address it has must be permitted, and only those
 * are connected to: a name server that answers differently the next time, or mixes in a private address, gains nothing.
 */
export async function openConnection(target: Target, options: ConnectionOptions): Promise<Socket> {
  const expiry = new AbortController();
  const timer = setTimeout(() => expiry.abort(), options.timeoutMs);
  try {
    const addresses = await Promise.race([permittedAddresses(target, options), expired(expiry.signal)]);
    return await openSocket(target, addresses, options, expiry.signal);
  } finally {
    clearTimeout(timer);
  }
}

async function permittedAddresses({ host, port }: Target, { policy, resolve }: ConnectionOptions): Promise<string[]> {
  const isPermitted = (address: string) => policy.permits(host, address, port);
  const fixed = fixedAddresses(host);
  if (fixed) return atLeastOne(fixed.filter(isPermitted), 'target_not_allowed');

  const found = await resolve(host).catch((error: unknown) => {
    throw new NotConnected('dns_error', { cause: error });
  });
  if (!atLeastOne(found, 'dns_error').every(isPermitted)) throw new NotConnected('target_not_allowed');
  return found;
}

function openSocket(target: Target, addresses: string[], options: ConnectionOptions, expiry: AbortSignal) {
  const secure = target.url.protocol === 'https:';
  const socket = secure ? tlsSocket(target, addresses, options) : connectTcp(tcpOptions(target, addresses));
  return new Promise<Socket>((resolve, reject) => {
    const giveUp = (errorCode: RefusedErrorCode, cause?: Error) => {
      socket.destroy();
      reject(new NotConnected(errorCode, { cause }));
    };
    socket.on('error', (error: NodeJS.ErrnoException) => giveUp(connectErrorCode(error.code), error));
    expiry.addEventListener('abort', () => giveUp('timeout'), { once: true });
    socket.once('connect', () => {
      const reached = socket.remoteAddress ?? '';
      if (!options.policy.permits(target.host, reached, target.port)) giveUp('target_not_allowed');
    });
    socket.once(secure ? 'secureConnect' : 'connect', () => resolve(socket));
  });
}

function tcpOptions({ host, port }: Target, addresses: string[]) {
  return {
    host,
    port,
    lookup: lookupOf(addresses),
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
  };
}

/** Certificates are always verified, whatever the environment says. */
function tlsSocket(target: Target, addresses: string[], { authorities }: ConnectionOptions) {
  return connectTls({
    ...tcpOptions(target, addresses),
    servername: isIP(target.host) ? undefined : target.host,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    ca: authorities,
  });
}

/** Answers with what has been looked up already. Not called for a host that is an address. */
function lookupOf(addresses: string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, _options, answer) => answer(null, entries);
}

function atLeastOne(addresses: string[], errorCode: RefusedErrorCode): string[] {
  if (addresses.length === 0) throw new NotConnected(errorCode);
  return addresses;
}

function expired(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new NotConnected('timeout')), { once: true });
  });
}

/** How long one address of several is tried before the next one is. */
const ADDRESS_ATTEMPT_MS = 1000;
