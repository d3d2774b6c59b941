import type { OpenSecret } from '../../../accounts/account-secret.entity';
import type { RenderedRequest } from '../../nodes/node-type.types';
import type { RenderedRequests } from '../../nodes/execution.rules';
import type { RunState } from '../../model/run-state.types';
import { isAllowedHost } from '../../../platform/outbound/allowed-hosts.rules';
import { parseUrl } from '../../../platform/text/text.rules';

type OpenSecrets = Readonly<Record<string, OpenSecret>>;

export const valuesOf = (secrets: OpenSecrets): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).map(([name, { value }]) => [name, value]));

/** The reason why a request must not be sent: the node uses a secret that is not allowed for the host. Null if it may be sent. */
export function refusalOf(request: RenderedRequest, secrets: OpenSecrets): string | null {
  if (request.channel !== 'http') return null;
  const barred = Object.entries(secrets).find(([, { hosts }]) => !isAllowedHost(request.url, hosts));
  return barred ? `The secret ${barred[0]} must not be sent to the host of this address.` : null;
}

/**
 * The parts of a request that users must not read in the answer of its receiver, which may repeat them: secrets, headers and addresses that
 * contain secrets, and the tokens of links to files.
 */
export function hiddenParts(
  { request, masked }: RenderedRequests,
  { files }: Pick<RunState, 'files'>,
  secrets: Readonly<Record<string, string>>,
): string[] {
  const parts = [...Object.values(secrets), ...files.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))];
  if (request.channel !== 'http' || masked.channel !== 'http') return parts;
  const headers = Object.entries(request.headers).filter(([name, value]) => masked.headers[name] !== value);
  const address = request.url === masked.url ? [] : [request.url, ...longPartsOf(request.url)];
  return [...parts, ...headers.map(([, value]) => value), ...address];
}

function longPartsOf(url: string): string[] {
  const { pathname = '', search = '' } = parseUrl(url) ?? {};
  return `${pathname}${search}`.split(/[/?&=]/).filter(({ length }) => length >= MIN_SECRET_LENGTH);
}

const MIN_SECRET_LENGTH = 6;
