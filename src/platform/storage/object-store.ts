import type { Readable } from 'node:stream';
import { randomBytes } from 'node:crypto';

export interface ObjectContent {
  /** Opens the content at its beginning. It is called once for each attempt, and the store destroys what it has opened. */
  open: () => Readable;
  /** In bytes, where it is known. Content of another length is refused. */
  size?: number;
}

export interface PutResult {
  size: number;
  sha256: Buffer;
}

export interface StoredObject {
  size: number;
  /** Must be read to its end or destroyed. Fails when the object breaks off. */
  content: Readable;
}

export interface ObjectInfo {
  name: string;
  size: number;
  modifiedAt: Date;
}

/** Keeps objects, which it streams. Sizes are in bytes. Every method rejects with an `ObjectStoreError` when the store fails. */
export abstract class ObjectStore {
  /**
   * Resolves when the object is durable. When it rejects, nothing is left behind, or at most what `delete` of the name removes, as
   * after a process that was killed. An error of the content itself and the reason of an aborted signal are passed on as they are.
   */
  abstract put(name: string, content: ObjectContent, signal?: AbortSignal): Promise<PutResult>;

  abstract get(name: string): Promise<StoredObject | null>;

  /** The size in bytes, or null when there is no such object. */
  abstract head(name: string): Promise<number | null>;

  /** An object that is not there counts as deleted. */
  abstract delete(name: string): Promise<void>;

  /** All objects that were last changed before a point in time, or those of one folder, in no particular order, read page by page. */
  abstract list(modifiedBefore: Date, folder?: string): AsyncIterable<ObjectInfo>;
}

/** A failure of the store. `full` means that it takes no more bytes, `unavailable` anything else. */
export class ObjectStoreError extends Error {
  constructor(
    readonly reason: 'full' | 'unavailable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ObjectStoreError';
  }
}

/** Operators are told this while the store fails. */
export const storeProblem = ({ message }: ObjectStoreError): string =>
  `${message.replace(/\.$/, '')}. Uploads are refused until it works again, and everything else is accepted.`;

/** A new random name, which nobody can guess and which carries no meaning. */
export function newObjectName(): string {
  const text = randomBytes(20).toString('hex');
  return `${text.slice(0, 2)}/${text.slice(2)}`;
}

/** The name of a small object of the service's own about a thing with a UUID. It is no upload, and belongs to no file. */
export const noteName = (purpose: keyof typeof NOTES, id: string): string => `${NOTES[purpose]}/${id.replaceAll('-', '')}`;

/** Names of uploads begin with two hexadecimal digits. */
const NOTES = { restore: 'rc' } as const;

/** The folder of the objects that note what was erased, so that it is erased from a restored backup as well. */
export const ERASURES_FOLDER = 'erasures';

export const isNote = (name: string): boolean => [...Object.values<string>(NOTES), ERASURES_FOLDER].includes(name.split('/')[0]!);

/**
 * Refuses every name that does not look like `ab/cdef...`, or like that of an erasure, whatever a caller passes, so that no name can leave the folder or the
 * bucket of the store. The first two characters spread the objects over folders.
 */
export function requireObjectName(name: string): string {
  if (!isObjectName(name)) throw new TypeError('An object name must have a folder, a slash and 8 to 64 characters.');
  return name;
}

export const isObjectName = (name: string): boolean => OBJECT_NAME.test(name);

const OBJECT_NAME = /^(?:[0-9a-z]{2}\/[0-9a-z]{8,64}|erasures\/[0-9a-f]{32}-[0-9]{10}-[0-9a-f]{8})$/;
