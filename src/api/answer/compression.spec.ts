import type { Request } from 'express';
import { jsonOfRandomLength } from './compression';

/** The lengths of a reply that a client with compression reads repeatedly. */
function lengthsOf(reply: string): Set<number> {
  const request = { headers: { 'accept-encoding': 'gzip' } } as Request;
  return new Set(Array.from({ length: 50 }, () => jsonOfRandomLength(reply, request).length));
}

it('a reply that is long enough to be compressed has a length by chance, also where only its characters of several bytes make it so', () => {
  expect(lengthsOf('a'.repeat(2_000)).size).toBeGreaterThan(1);
  expect(lengthsOf('€'.repeat(400)).size).toBeGreaterThan(1);
  expect(lengthsOf('a'.repeat(400)).size).toBe(1);
});
