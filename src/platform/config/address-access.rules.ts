/** Advice for addresses with credentials, which people copy as they are. */
export const ACCESS_REMEDY = 'In its user and its password, write / ? # @ : % as %2F %3F %23 %40 %3A %25.';

/**
 * Encodes what a user and a password may not contain, since drivers read such addresses in different ways, and may take a piece of the
 * password for the name of the host. Returns null where `/`, `?` or `#` is among them, since the host cannot be told then.
 */
export function withEncodedAccess(address: string, alsoEncoded = ''): string | null {
  const [, scheme, authority, rest] = PARTS.exec(address) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) return null;
  if (isCut(authority, rest)) return null;
  const end = authority.lastIndexOf('@');
  if (end < 0) return address;
  const [user, ...password] = authority.slice(0, end).split(':');
  const parts = [user!, ...(password.length > 0 ? [password.join(':')] : [])];
  const encoded = parts.map((part) =>
    part.replace(UNSAFE, encodeURIComponent).replace(/,/g, (comma) => (alsoEncoded === comma ? '%2C' : comma)),
  );
  return `${scheme}${encoded.join(':')}${authority.slice(end)}${rest}`;
}

const PARTS = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)(.*)$/is;

/** A percent sign that encodes nothing, and all that is neither a letter, a digit nor a mark that each driver takes as it is. */
const UNSAFE = /%(?![0-9a-f]{2})|[^a-z0-9._~!$&'()*+,;=%-]/giu;

/** True when an `@` follows where the host has to be complete: then the first `/`, `?` or `#` is a part of the password. */
function isCut(authority: string, rest: string): boolean {
  const [before = '', ...values] = rest.split(/[?&][\w.-]+=/);
  if (before.includes('@')) return true;
  const isAccessLater = authority.includes(':') && !authority.includes('@');
  return values.some((value) => (isAccessLater ? /@/ : /@.*(?:[/?#]|:\d)/).test(value));
}
