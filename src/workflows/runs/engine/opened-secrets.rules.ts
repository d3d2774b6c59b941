import type { OpenSecret } from '../../../accounts/account-secret.entity';
import { isAllowedHost } from '../../../platform/outbound/allowed-hosts.rules';
import type { RenderedRequest } from '../../nodes/node-type.types';

type OpenSecrets = Readonly<Record<string, OpenSecret>>;

export const valuesOf = (secrets: OpenSecrets): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).map(([name, { value }]) => [name, value]));

/**
 * The reason for which a rendered request must not be sent with these secrets of its node, or null. Each of them is judged, whatever the
 * templates made of it, by the host that the request really goes to.
 */
export function refusalOf(request: RenderedRequest, secrets: OpenSecrets): string | null {
  if (request.channel !== 'http') return null;
  const barred = Object.entries(secrets).find(([, { hosts }]) => !isAllowedHost(request.url, hosts));
  return barred ? `The secret ${barred[0]} must not be sent to the host of this address.` : null;
}
