import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const sha256Of = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

export const hmacOf = (key: Buffer, text: string | Buffer): Buffer => createHmac('sha256', key).update(text).digest();

export const sameDigest = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** The number of earlier secrets that may still be valid while a secret is rotated. */
export const MAX_PREVIOUS_SECRETS = 5;

export const OVERLAP_SECONDS = { default: 24 * 60 * 60, maximum: 7 * 24 * 60 * 60 };
