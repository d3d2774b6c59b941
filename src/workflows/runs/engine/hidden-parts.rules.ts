import { parseUrl } from '../../../platform/text/text.rules';
import type { RenderedRequests } from '../../nodes/execution.rules';
import type { RunState } from '../../model/run-state.types';

/**
 * The parts of a request that users must not read, although its receiver may repeat them: secrets, the headers and addresses that are made
 * with them, and the tokens of links to files.
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

/** The parts of the path and of the query that are long enough to be the secret of an address. */
function longPartsOf(url: string): string[] {
  const { pathname = '', search = '' } = parseUrl(url) ?? {};
  return `${pathname}${search}`.split(/[/?&=]/).filter(({ length }) => length >= MIN_SECRET_LENGTH);
}

const MIN_SECRET_LENGTH = 6;
