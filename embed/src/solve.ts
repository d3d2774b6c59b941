import type { Challenge, Solution, Solve } from './challenge.types';

/** Tries a few keys at a time until one has the required prefix. The browser derives keys outside of the main thread. */
export const solve: Solve = async (challenge) => {
  if (!globalThis.crypto?.subtle) return null;
  for (let counter = 0; ; counter += AT_ONCE) {
    const tried = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => attempt(challenge, counter + n)));
    const solution = tried.find(({ derivedKey }) => derivedKey.startsWith(challenge.parameters.keyPrefix));
    if (solution) return solution;
    await new Promise((resolve) => setTimeout(resolve));
  }
};

const AT_ONCE = 8;

async function attempt({ parameters }: Challenge, counter: number): Promise<Solution> {
  const { nonce, salt, cost, keyLength } = parameters;
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0]);
  new DataView(password.buffer).setUint32(password.length - 4, counter);
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost };
  const derived = await crypto.subtle.deriveBits(algorithm, key, keyLength * 8);
  return { counter, derivedKey: hexOf(new Uint8Array(derived)) };
}

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array((hex.match(/../g) ?? []).map((digits) => parseInt(digits, 16)));

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
