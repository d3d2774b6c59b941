import { parse, stringify } from 'uuid';
import type { Sealer } from '../platform/crypto/sealer';

export interface FileReference {
  formId: string;
  submissionId: string;
  id: string;
}

/** A file and the key that created the link to it; a link in a delivery has no key. */
export interface LinkedFile extends FileReference {
  keyId?: string;
}

export const FILE_LINKS = 'file-links';

export const DELIVERED_LINK_SECONDS = 7 * 24 * 60 * 60;

export interface FileLink {
  url: string;
  expiresAt: Date;
}

/** A link that is valid for a number of seconds from a time on. The same arguments give the same link. */
export function fileLink(sealer: Sealer, baseUrl: string, file: LinkedFile, from: Date, lifetimeSeconds: number): FileLink {
  const endSeconds = Math.floor(from.getTime() / 1000) + lifetimeSeconds;
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(endSeconds, 0, EXPIRY_BYTES);
  const ids = [file.formId, file.submissionId, file.id, ...(file.keyId ? [file.keyId] : [])].map((id) => parse(id));
  const token = sealer.sealRepeatably(Buffer.concat([expiry, ...ids]), FILE_LINKS);
  return { url: `${baseUrl}${FILE_LINK_PATH}${token.toString('base64url')}`, expiresAt: new Date(endSeconds * 1000) };
}

export const maskedFileLink = (baseUrl: string): string => `${baseUrl}${FILE_LINK_PATH}***`;

/** The file that a token names; null for an expired token or one that the service did not create. */
export function fileOfToken(sealer: Sealer, token: string, now: Date): LinkedFile | null {
  const plain = BASE64URL.test(token) ? sealer.open(Buffer.from(token, 'base64url'), FILE_LINKS) : null;
  if (!plain || plain.readUIntBE(0, EXPIRY_BYTES) * 1000 <= now.getTime()) return null;
  const [formId, submissionId, id, keyId] = Array.from({ length: (plain.length - EXPIRY_BYTES) / ID_BYTES }, (_, index) => {
    const start = EXPIRY_BYTES + index * ID_BYTES;
    return stringify(plain.subarray(start, start + ID_BYTES));
  });
  return { formId: formId!, submissionId: submissionId!, id: id!, keyId };
}

const FILE_LINK_PATH = '/files/';
const EXPIRY_BYTES = 5;
const ID_BYTES = 16;
/** Other characters would make different tokens of the same link, since Node ignores them when it decodes. */
const BASE64URL = /^[A-Za-z0-9_-]+$/;
