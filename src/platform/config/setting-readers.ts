import { isIP } from 'node:net';
import type { TextParser } from '../text/text-parsers.rules';
import * as parsers from '../text/text-parsers.rules';
import { parseNetwork } from '../ip.rules';
import { parseUrl } from '../text/text.rules';
import { ACCESS_REMEDY, withEncodedAccess } from './address-access.rules';

export interface Reader<T> {
  /** The advice to the operator when the value is missing or invalid. */
  remedy: string;
  read: (text: string) => T | undefined;
}

/** Accepts any text. `what` describes it in the advice for a missing value. */
export const textOf = (what: string): Reader<string> => ({ remedy: `Set it to ${what}.`, read: (text) => text });

export const secretText = (leastLength: number): Reader<string> => ({
  remedy: `Set it to at least ${leastLength} random characters, for example the output of "openssl rand -hex 32".`,
  read: (text) => (text.length >= leastLength ? text : undefined),
});

export const wholeNumber = (least: number, most: number) => readerOf(parsers.wholeNumber(least, most));

export const trueOrFalse = readerOf(parsers.trueOrFalse);

export const oneOf = <Word extends string>(...words: Word[]) => readerOf(parsers.oneOf(words));

/** Reads values of a fixed set of words, in any case. */
function readerOf<T>({ expected, parse }: TextParser<T>): Reader<T> {
  return { remedy: `Set it to ${expected}.`, read: (text) => parse(text.toLowerCase()) };
}

/** Accepts a URL with one of the schemes and a host, and keeps its spelling but for credentials that drivers would misread. */
export const addressOf = (...schemes: string[]): Reader<string> => ({
  remedy: `Set it to an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}. ${ACCESS_REMEDY}`,
  read: (text) => {
    const address = withEncodedAccess(text, ',');
    const url = address === null ? null : parseUrl(address);
    return address !== null && url && url.hostname !== '' && schemes.includes(url.protocol.slice(0, -1)) ? address : undefined;
  },
});

export const clamdAddress: Reader<string> = {
  remedy: 'Set it to an address such as tcp://localhost:3310 or unix:/run/clamav/clamd.ctl.',
  read: (text) => {
    const isPort = /^tcp:\/\/[^/@]+:\d+$/.test(text) && parseUrl(text) !== null;
    return isPort || /^unix:\/./.test(text) ? text : undefined;
  },
};

/** Accepts an address for node-postgres or libpq. The host may be missing when a `host` parameter names the directory of a socket. */
export const postgresAddress: Reader<string> = {
  remedy:
    'Set it to an address such as postgres://user:password@localhost:5432/database. ' +
    `Several hosts, with commas between them, need ?target_session_attrs=read-write. ${ACCESS_REMEDY}`,
  read(setting) {
    const text = withEncodedAccess(setting);
    if (text === null || !/^postgres(ql)?:\/\/./.test(text)) return undefined;
    const addresses = serverAddressesOf(text);
    const isEach = addresses.every((address) => parseUrl(address.replace('@/', '@localhost/')));
    const isComplete = addresses.length === 1 || addresses.every((address) => parseUrl(address)?.hostname);
    return isEach && isComplete && asksForPrimary(text) ? text : undefined;
  },
};

export const singlePostgresAddress: Reader<string> = {
  remedy: 'Set it to an address such as postgres://user:password@standby:5432/database, with one host. ' + ACCESS_REMEDY,
  read: (text) => (serverAddressesOf(text).length === 1 ? postgresAddress.read(text) : undefined),
};

/** Accepts a base URL, and removes slashes at its end. Paths are appended to it, so a query or credentials are refused. */
export const webAddress: Reader<string> = {
  remedy: 'Set it to an absolute http or https address without user, query and fragment, such as https://service.example.com.',
  read: (text) => {
    const url = parseUrl(text);
    if (!url || /[?#]/.test(text)) return undefined;
    const { protocol, username, password, origin, pathname } = url;
    if (!['http:', 'https:'].includes(protocol) || username !== '' || password !== '') return undefined;
    return `${origin}${pathname}`.replace(/\/+$/, '');
  },
};

/** Accepts a host name or an IP address (IPv6 without brackets), and converts it to lower case. */
export const host: Reader<string> = {
  remedy: 'Set it to a host name or an IP address.',
  read: (text) => {
    const name = text.toLowerCase();
    return isIP(name) !== 0 || (HOST_NAME.test(name) && name.length <= 253) ? name : undefined;
  },
};

const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/;

/** Accepts a network in CIDR notation (RFC 4632). A single address becomes the network with only that address. */
export const network: Reader<string> = {
  remedy: 'Set it to IP addresses or networks such as 10.1.0.0/16 or fd00::/8.',
  read: (text) => {
    const network = parseNetwork(text);
    return network ? `${network.address.toString()}/${network.prefixLength}` : undefined;
  },
};

/** Accepts a network of proxies, or one of Express' three names for ranges of private addresses. */
export const proxy: Reader<string> = {
  remedy: 'Set it to IP addresses, networks such as 10.1.0.0/16, or the names loopback, linklocal and uniquelocal.',
  read: (text) => (['loopback', 'linklocal', 'uniquelocal'].includes(text) ? text : network.read(text)),
};

/** Accepts a sender as in a From header (RFC 5322): `service@example.com` or `Our Service <service@example.com>`. */
export const mailbox: Reader<string> = {
  remedy: 'Set it to a mail address, such as service@example.com or "Our Service <service@example.com>".',
  read: (text) => (/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text) ? text : undefined),
};

export const listOf = <T>(reader: Reader<T>): Reader<T[]> => ({
  remedy: `${reader.remedy} Put commas between several.`,
  read: (text) => parsers.parseList(text, reader.read),
});

/** Accepts addresses of one kind of Redis: a server, the nodes of a cluster, or Sentinels, of which the first address names the master. */
export const redisAddresses: Reader<string> = {
  remedy:
    'Set it to an address such as redis://localhost:6379, or to several of one cluster or of Sentinels with commas between them. The path of the first Sentinel is the name of the master: redis+sentinel://host:26379/name. ' +
    ACCESS_REMEDY,
  read: (text) => {
    const urls = parsers.parseList(text, addressOf(...REDIS_SCHEMES).read, NEXT_REDIS);
    const kinds = new Set(urls?.map((url) => /^rediss?\+?(.*?):/.exec(url)?.[1]));
    if (!urls || kinds.size !== 1) return undefined;
    if (kinds.has('sentinel') && !/^\/[^/]+(\/\d+)?$/.test(new URL(urls[0]!).pathname)) return undefined;
    return urls.join(',');
  },
};

/** A comma before another address, since a password may contain one as well. */
const NEXT_REDIS = /,(?=\s*rediss?(?:\+\w+)?:\/\/)/;

const REDIS_SCHEMES = ['', '+cluster', '+sentinel'].flatMap((kind) => [`redis${kind}`, `rediss${kind}`]);

/** One connection string for each server of a libpq string with several: `postgres://user@host1:5432,host2:5432/database`. */
export function serverAddressesOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

/** False for several servers without `target_session_attrs=read-write`: the service works only with the server that accepts writes. */
function asksForPrimary(url: string): boolean {
  const addresses = serverAddressesOf(url);
  return addresses.length === 1 || new URL(addresses[0]!).searchParams.get('target_session_attrs') === 'read-write';
}

const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
