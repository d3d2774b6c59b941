import type { Readable } from 'node:stream';
import { randomBytes } from 'node:crypto';

export interface ObjectContent {
  /** Opens the content at its beginning. Called once for each attempt; the store destroys the stream. */
  open: () => Readable;
  /** The size in bytes, if it is known. Content of another size is refused. */
  size?: number;
}

export interface PutResult {
  size: number;
  sha256: Buffer;
}

export interface StoredObject {
  size: number;
  /** Has to be read to its end or destroyed. Fails when the transfer is interrupted. */
  content: Readable;
}

export interface ObjectInfo {
  name: string;
  size: number;
  modifiedAt: Date;
}

/** A store for objects, which are streamed. Sizes are in bytes. Every method rejects with an `ObjectStoreError` when the store fails. */
export abstract class ObjectStore {
  /**
   * Resolves when the object is durable. When this rejects or the process is killed, nothing remains but what `delete` of the name removes.
   * An error of the content and the reason of an aborted signal are rethrown unchanged.
   */
  abstract put(name: string, content: ObjectContent, signal?: AbortSignal): Promise<PutResult>;

  abstract get(name: string): Promise<StoredObject | null>;

  /** The size in bytes; null when the object does not exist. */
  abstract head(name: string): Promise<number | null>;

  /** Deletes an object. An object that does not exist counts as deleted. */
  abstract delete(name: string): Promise<void>;

  /** All objects that were last changed before a time, optionally of one folder only, in no particular order, read page by page. */
  abstract list(modifiedBefore: Date, folder?: string): AsyncIterable<ObjectInfo>;
}

/** A failure of the store. `full` means that it has no space left, `unavailable` any other failure. */
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

export const storeProblem = ({ message }: ObjectStoreError): string =>
  `${message.replace(/\.$/, '')}. Uploads are refused until it works again, and everything else is accepted.`;

/** A new random name, which cannot be guessed and has no meaning. */
export function newObjectName(): string {
  const text = randomBytes(20).toString('hex');
  return `${text.slice(0, 2)}/${text.slice(2)}`;
}

/** The name of a small object of the service that belongs to a UUID. It is not an upload, and belongs to no file. */
export const noteName = (purpose: keyof typeof NOTES, id: string): string => `${NOTES[purpose]}/${id.replaceAll('-', '')}`;

/** The folders of notes. Those of uploads have two hexadecimal digits. */
const NOTES = { restore: 'rc' } as const;

/** The folder of the erasure log, by which a restored backup is erased again. */
export const ERASURES_FOLDER = 'erasures';

export const isNote = (name: string): boolean => [...Object.values<string>(NOTES), ERASURES_FOLDER].includes(name.split('/')[0]!);

/**
 * Throws for every name that is neither like `ab/cdef...` nor that of an erasure, so that no name can leave the folder or the bucket of the
 * store. The first two characters distribute the objects over folders.
 */
export function requireObjectName(name: string): string {
  if (!isObjectName(name)) throw new TypeError('An object name must have a folder, a slash and 8 to 64 characters.');
  return name;
}

export const isObjectName = (name: string): boolean => OBJECT_NAME.test(name);

const OBJECT_NAME = /^(?:[0-9a-z]{2}\/[0-9a-z]{8,64}|erasures\/[0-9a-f]{32}-[0-9]{10}-[0-9a-f]{8})$/;
