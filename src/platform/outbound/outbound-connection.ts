import { connect as connectTcp, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { withTimeout } from '../time';
import type { EgressPolicy } from './egress-policy.rules';
import type { ResolveName } from './name-resolver';
import type { RefusedErrorCode } from './outbound.types';
import { connectErrorCode } from './socket-error.rules';
import { fixedAddresses, type Target } from './target.rules';

export interface ConnectionOptions {
  policy: EgressPolicy;
  resolve: ResolveName;
  timeoutMs: number;
  /** PEM certificates of authorities to trust instead of the public ones. */
  authorities?: string;
}

export class NotConnected extends Error {
  constructor(
    readonly errorCode: RefusedErrorCode,
    options?: ErrorOptions,
  ) {
    super(`There is no connection: ${errorCode}.`, options);
  }
}

/**
 * Connects to an allowed target. The name is resolved only once, all of its addresses must be permitted, and only these are connected to,
 * so that neither DNS rebinding nor a private address among public ones can reach a forbidden target.
 */
export async function openConnection(target: Target, options: ConnectionOptions): Promise<Socket> {
  const deadlineMs = performance.now() + options.timeoutMs;
  const addresses = await withTimeout(options.timeoutMs, permittedAddresses(target, options), giveUp);
  const isSecure = target.url.protocol === 'https:';
  const socket = isSecure ? tlsSocket(target, addresses, options) : connectTcp(tcpOptions(target, addresses));
  const opened = openedSocket(socket, isSecure ? 'secureConnect' : 'connect', target, options);
  return withTimeout(deadlineMs - performance.now(), opened, () => {
    socket.destroy();
    return giveUp();
  });
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

function openedSocket(socket: Socket, event: string, target: Target, { policy }: ConnectionOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (errorCode: RefusedErrorCode, cause?: Error) => {
      socket.destroy();
      reject(new NotConnected(errorCode, { cause }));
    };
    socket.on('error', (error: NodeJS.ErrnoException) => fail(connectErrorCode(error.code), error));
    socket.once('connect', () => {
      const connected = socket.remoteAddress ?? '';
      if (!policy.permits(target.host, connected, target.port)) fail('target_not_allowed');
    });
    socket.once(event, () => resolve(socket));
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

/** Opens a TLS socket that always verifies the certificate, even when the environment disables that. */
function tlsSocket(target: Target, addresses: string[], { authorities }: ConnectionOptions) {
  return connectTls({
    ...tcpOptions(target, addresses),
    servername: isIP(target.host) ? undefined : target.host,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    ca: authorities,
  });
}

/** A lookup that returns the addresses that were resolved before. Node does not call it for a host that is an address. */
function lookupOf(addresses: string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, _options, answer) => answer(null, entries);
}

function atLeastOne(addresses: string[], errorCode: RefusedErrorCode): string[] {
  if (addresses.length === 0) throw new NotConnected(errorCode);
  return addresses;
}

function giveUp(): never {
  throw new NotConnected('timeout');
}

/** The time for each of several addresses before the next one is tried. */
const ADDRESS_ATTEMPT_MS = 1000;
