import type { IncomingMessage } from 'node:http';
import { sameDigest, sha256Of } from '../crypto/digests';
import { parseUnmappedAddress } from '../ip.rules';

/**
 * Whether a client may read the metrics. With a token it has to send it; without one, only programs on this machine may. A request that
 * a proxy on this machine has forwarded comes from elsewhere.
 */
export type MetricsAccess = 'granted' | 'wrong_token' | 'not_local';

export function metricsAccessOf({ headers, socket }: IncomingMessage, token: string | null): MetricsAccess {
  if (token !== null) return isBearer(headers.authorization, token) ? 'granted' : 'wrong_token';
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  return !isForwarded && isLoopback(socket.remoteAddress) ? 'granted' : 'not_local';
}

/** Digests have equal lengths, so that the time of the comparison tells nothing about the token. */
const isBearer = (authorization = '', token: string): boolean =>
  sameDigest(sha256Of(/^bearer +(.*)$/i.exec(authorization)?.[1] ?? ''), sha256Of(token));

const isLoopback = (address = ''): boolean => parseUnmappedAddress(address)?.range() === 'loopback';

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
