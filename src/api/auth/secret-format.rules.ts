import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { LogRedaction } from '../../platform/log/log';

/** The prefixes of API keys, submission tokens, browsers and links of the console, links in mails to it, and its sessions, so that none is accepted as another. */
export type SecretPrefix = 'fck' | 'fst' | 'fcb' | 'fcl' | 'fcm' | 'fcs';

export interface SecretParts {
  /** The public part, by which the database finds the secret. */
  id: string;
  /** 190 random bits. The database stores only their digest. */
  secret: string;
}

export interface IssuedSecret extends SecretParts {
  text: string;
}

/** Makes a secret: prefix, `_`, 12 characters of id, 32 of secret and 6 of checksum, in base 62. */
export function makeSecret(prefix: SecretPrefix, id = makeLookupId(), secret = randomText(SECRET_LENGTH)): IssuedSecret {
  return { text: `${prefix}_${id}${secret}${checksumOf(prefix, id, secret)}`, id, secret };
}

/** The public part of a new secret. */
export const makeLookupId = (): string => randomText(ID_LENGTH);

/** The secret part that belongs to a digest of 32 bytes, for secrets that are derived instead of stored. */
export function secretFrom(digest: Buffer): string {
  let rest = BigInt(`0x${digest.toString('hex')}`);
  let text = '';
  for (; text.length < SECRET_LENGTH; rest /= BASE) text += BASE62.charAt(Number(rest % BASE));
  return text;
}

/** The parts of a well-formed secret, else null. The checksum detects typing errors and random text without a query. */
export function parseSecret(prefix: SecretPrefix, text: string): SecretParts | null {
  const [, foundPrefix, id, secret, checksum] = LAYOUT.exec(text) ?? [];
  if (foundPrefix !== prefix || !id || !secret) return null;
  return checksum === checksumOf(prefix, id, secret) ? { id, secret } : null;
}

const ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(BASE62.length);
const LAYOUT = /^(fck|fst|fcb|fcl|fcm|fcs)_([0-9A-Za-z]{12})([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** `randomInt` is uniform; the remainder of a random byte would favour the first characters. */
const randomText = (length: number): string => Array.from({ length }, () => BASE62.charAt(randomInt(BASE62.length))).join('');

function checksumOf(prefix: SecretPrefix, id: string, secret: string): string {
  let rest = crc32(`${prefix}_${id}${secret}`);
  let digits = '';
  for (; rest > 0; rest = Math.floor(rest / BASE62.length)) digits = BASE62.charAt(rest % BASE62.length) + digits;
  return digits.padStart(CHECKSUM_LENGTH, '0');
}

/** Redacts secrets by the names of their members and by their format. The first 12 characters of a key stay, to recognize it by. */
export const SECRET_REDACTION: LogRedaction = {
  paths: ['authorization', 'cookie', 'submission_token', 'cursor', 'headers.authorization', 'headers.cookie', 'body'],
  pattern: /(fck_[0-9A-Za-z]{8})[0-9A-Za-z]+|f(?:c[blms]|st)_[0-9A-Za-z]{8,}|whsec_[0-9A-Za-z+/=]{8,}/g,
};
