import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** SHA-256. */
export const sha256Of = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

/** HMAC-SHA-256. */
export const hmacOf = (key: Buffer, text: string | Buffer): Buffer => createHmac('sha256', key).update(text).digest();

/** Compares in constant time for digests of equal length. */
export const sameDigest = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
