import { randomBytes } from 'node:crypto';

/** A new random name, which nobody can guess and which carries no meaning. */
export function newObjectName(): string {
  const text = randomBytes(20).toString('hex');
  return `${text.slice(0, 2)}/${text.slice(2)}`;
}

/**
 * Refuses every name that does not look like `ab/cdef...`, whatever a caller passes, so that no name can leave the folder or the
 * bucket of the store. The first two characters spread the objects over folders.
 */
export function requireObjectName(name: string): string {
  if (!isObjectName(name)) throw new TypeError('An object name must have two characters, a slash and 8 to 64 more.');
  return name;
}

export const isObjectName = (name: string): boolean => /^[0-9a-z]{2}\/[0-9a-z]{8,64}$/.test(name);
