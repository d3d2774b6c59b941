import { isIP } from 'node:net';

/** How the text of a setting becomes its value: `read` answers undefined for a text that does not fit, `remedy` says what does. */
export interface Reader<T> {
  remedy: string;
  read: (text: string) => T | undefined;
}

export const anyText: Reader<string> = { remedy: 'Set it to a text.', read: (text) => text };

export const secretText = (leastLength: number): Reader<string> => ({
  remedy: `Set it to at least ${leastLength} random characters, for example the output of "openssl rand -hex 32".`,
  read: (text) => (text.length >= leastLength ? text : undefined),
});

export const wholeNumber = (least: number, most: number): Reader<number> => ({
  remedy: `Set it to a whole number from ${least} to ${most}.`,
  read: (text) => {
    const number = Number(text);
    return /^\d{1,9}$/.test(text) && number >= least && number <= most ? number : undefined;
  },
});

export const yesOrNo: Reader<boolean> = {
  remedy: 'Set it to true or false.',
  read: (text) => ({ true: true, false: false })[text.toLowerCase()],
};

export const oneOf = <Word extends string>(...words: Word[]): Reader<Word> => ({
  remedy: `Set it to one of: ${words.join(', ')}.`,
  read: (text) => words.find((word) => word === text.toLowerCase()),
});

/** An address with a host in one of the schemes, kept as it was written. */
export const addressOf = (...schemes: string[]): Reader<string> => ({
  remedy: `Set it to an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}.`,
  read: (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url && url.hostname !== '' && schemes.includes(url.protocol.slice(0, -1)) ? text : undefined;
  },
});

/** A TCP port, or a Unix socket by its path. */
export const clamdAddress: Reader<string> = {
  remedy: 'Set it to an address such as tcp://localhost:3310 or unix:/run/clamav/clamd.ctl.',
  read: (text) => {
    const isPort = /^tcp:\/\/[^/@]+:\d+$/.test(text) && URL.canParse(text);
    return isPort || /^unix:\/./.test(text) ? text : undefined;
  },
};

/** As node-postgres takes it; the host may be left out where a `host` parameter names the folder of a socket. */
export const postgresAddress: Reader<string> = {
  remedy: 'Set it to an address such as postgres://user:password@localhost:5432/forms.',
  read: (text) =>
    /^postgres(ql)?:\/\/./.test(text) && URL.canParse(text.replace('@/', '@localhost/')) ? text : undefined,
};

/** An address that paths are appended to, so it loses its trailing slashes and may hold neither a query nor credentials. */
export const webAddress: Reader<string> = {
  remedy:
    'Set it to an absolute http or https address without user, query and fragment, such as https://forms.example.com.',
  read: (text) => {
    if (!URL.canParse(text) || /[?#]/.test(text)) return undefined;
    const { protocol, username, password, origin, pathname } = new URL(text);
    if (!['http:', 'https:'].includes(protocol) || username !== '' || password !== '') return undefined;
    return `${origin}${pathname}`.replace(/\/+$/, '');
  },
};

/** A host name or an IP address (IPv6 without brackets), in lower case. */
export const host: Reader<string> = {
  remedy: 'Set it to a host name or an IP address.',
  read: (text) => {
    const name = text.toLowerCase();
    return isIP(name) !== 0 || (HOST_NAME.test(name) && name.length <= 253) ? name : undefined;
  },
};

const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/;

/** A network in CIDR notation (RFC 4632); a single address becomes the network of that address alone. */
export const network: Reader<string> = {
  remedy: 'Set it to IP addresses or networks such as 10.1.0.0/16 or fd00::/8.',
  read: (text) => {
    const [address = '', prefix, ...rest] = text.toLowerCase().split('/');
    const longest = { 4: 32, 6: 128 }[isIP(address)];
    if (longest === undefined || rest.length > 0) return undefined;
    if (prefix === undefined) return `${address}/${longest}`;
    return /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest ? `${address}/${Number(prefix)}` : undefined;
  },
};

/** A proxy by its network, or by one of the three names that Express knows for ranges of private networks. */
export const proxy: Reader<string> = {
  remedy: 'Set it to IP addresses, networks such as 10.1.0.0/16, or the names loopback, linklocal and uniquelocal.',
  read: (text) => (['loopback', 'linklocal', 'uniquelocal'].includes(text) ? text : network.read(text)),
};

/** A sender as in a From header (RFC 5322): `forms@example.com` or `Forms <forms@example.com>`. */
export const mailbox: Reader<string> = {
  remedy: 'Set it to a mail address, such as forms@example.com or "Forms <forms@example.com>".',
  read: (text) => (/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text) ? text : undefined),
};

/** One or more texts between commas, each read by `reader`; it does not fit as soon as one of them does not. */
export const listOf = <T>(reader: Reader<T>): Reader<T[]> => ({
  remedy: `${reader.remedy} Put commas between several.`,
  read: (text) => {
    const values = text.split(',').map((part) => reader.read(part.trim()));
    return values.every((value) => value !== undefined) ? values : undefined;
  },
});

/** As `listOf`, but the text stays one. */
export const joined = (reader: Reader<string>): Reader<string> => ({
  remedy: listOf(reader).remedy,
  read: (text) => listOf(reader).read(text)?.join(','),
});
