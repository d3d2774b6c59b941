import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a host name; rejects, or answers none, when there are none. */
export type ResolveName = (host: string) => Promise<string[]>;

export interface NameResolverOptions {
  /** Name servers as `address:port`, instead of the system's. */
  servers?: readonly string[];
  /** Where names are looked up that no name server knows: the system, with its hosts file and search domains. */
  fallback?: ResolveName;
}

/**
 * Asks the name servers itself. The system's own look-up keeps a thread of the process busy while it waits, and there are so few of them
 * that names whose servers stay silent would hold up all others; so it is asked only where the name servers say at once that they cannot help.
 */
export function nameResolver({ servers, fallback = systemLookup }: NameResolverOptions = {}): ResolveName {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });
  if (servers) resolver.setServers(servers);
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const failures = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason as Failure);
    const outage = failures.find(({ code = '' }) => !NOT_FOUND_CODES.has(code));
    if (outage) throw new Error('The name servers did not answer.', { cause: outage });
    return fallback(host);
  };
}

const ATTEMPT_MS = 1500;
const ATTEMPTS = 2;

type Failure = NodeJS.ErrnoException;

/** No such name, no address of it, or no name server at all. */
const NOT_FOUND_CODES: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

const systemLookup: ResolveName = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);
