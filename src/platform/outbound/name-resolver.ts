import { lookup, Resolver } from 'node:dns/promises';

/** Resolves a host name to all of its addresses. Rejects, or returns none, for an unknown name. */
export type ResolveName = (host: string) => Promise<string[]>;

export interface NameResolverOptions {
  /** The name servers as `address:port`, instead of the system's. */
  servers?: readonly string[];
  /** Resolves names that no name server knows: by default the system, with its hosts file and search domains. */
  fallback?: ResolveName;
}

/**
 * Queries the name servers directly. The system's resolver blocks one of the few threads of the process for each lookup, so that names
 * whose servers do not answer would delay all others. Therefore it only gets names that the name servers report as unknown.
 */
export function nameResolver({ servers, fallback = systemLookup }: NameResolverOptions = {}): ResolveName {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });
  if (servers) resolver.setServers(servers);
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const failures = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason as NodeJS.ErrnoException);
    const outage = failures.find(({ code = '' }) => !NOT_FOUND_CODES.has(code));
    if (outage) throw new Error('The name servers did not answer.', { cause: outage });
    return fallback(host);
  };
}

const ATTEMPT_MS = 1500;
const ATTEMPTS = 2;

/** The errors for an unknown name, for a name without addresses, and for a machine without name servers. */
const NOT_FOUND_CODES: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

const systemLookup: ResolveName = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);
