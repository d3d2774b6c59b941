/**
 * The addresses of the single servers of a connection string, which may name several with commas between them, as libpq allows:
 * `postgres://user:password@host1:5432,host2:5432/database?target_session_attrs=read-write`.
 */
export function serverAddressesOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

/** True unless there are several servers without the demand for the one that can be written: the service cannot work with any of them. */
export function asksForPrimary(url: string): boolean {
  const addresses = serverAddressesOf(url);
  return addresses.length === 1 || new URL(addresses[0]!).searchParams.get('target_session_attrs') === 'read-write';
}

/** What stands before the hosts, the hosts, and what follows them. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
