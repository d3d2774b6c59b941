import { createReadStream } from 'node:fs';
import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '../api/errors/api-error';
import { failPoint } from '../platform/fail-point';
import { newId } from '../platform/ids.rules';
import { Readiness } from '../platform/lifecycle/readiness';
import { newObjectName, ObjectStore, ObjectStoreError, storeProblem } from '../platform/storage/object-store';
import type { AcceptedFile, StoredFile } from './submission-file.entity';
import { UploadsRepository } from './uploads.repository';
import { CircuitBreaker } from '../platform/circuit-breaker';

/** Limits the uploads that wait for the object store. While it does not answer, they would occupy all requests of the process. */
@Injectable()
export class UploadGate {
  private readonly breaker = new CircuitBreaker(FAILURES_BEFORE_OPEN, OPEN_MS);
  private underWay = 0;

  /** Runs an upload. Rejects at once while too many are running, or when the store has just failed several times in a row. */
  async pass(upload: () => Promise<void>): Promise<void> {
    const beganAtMs = performance.now();
    if (this.underWay >= MAX_UNDER_WAY) throw new ObjectStoreError('unavailable', 'Too many uploads wait for the store.');
    if (!this.breaker.tryCall(beganAtMs)) throw new ObjectStoreError('unavailable', 'The store has just failed.');
    this.underWay += 1;
    try {
      await upload();
      this.breaker.succeed();
    } catch (error) {
      if (error instanceof ObjectStoreError) this.breaker.fail(beganAtMs, performance.now());
      throw error;
    } finally {
      this.underWay -= 1;
    }
  }
}

/** Half of the requests that a process handles at a time. */
const MAX_UNDER_WAY = 128;
const FAILURES_BEFORE_OPEN = 5;
const OPEN_MS = 5_000;

/**
 * Uploads the files of submissions so that a process may be killed at any point: each object has a file or a scheduled removal. The
 * schedule is committed before the first byte is written, and postponed while the upload is running.
 */
@Injectable()
export class UploadsService {
  private readonly log = new Logger('Uploads');

  constructor(
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly gate: UploadGate,
    private readonly readiness: Readiness,
  ) {}

  /**
   * Stores the files, then runs `work`, whose transaction attaches them to a submission. Objects that it does not attach are removed soon.
   * Throws 503 when the store is unavailable or full, or when too many uploads are running.
   */
  async withStored<Result>(accepted: readonly AcceptedFile[], work: (files: StoredFile[]) => Promise<Result>): Promise<Result> {
    if (accepted.length === 0) return work([]);
    const files = accepted.map(storedFileOf);
    const names = files.map(({ objectName }) => objectName);
    const lost = new AbortController();
    const renewal = setInterval(() => void this.renew(names, lost), RENEWAL_SECONDS * 1000);
    try {
      await this.gate.pass(() => this.putAll(accepted, names, lost.signal)).catch((error: unknown) => this.refuse(error));
      this.readiness.note('files', null);
      failPoint('files-stored');
      return await this.workWith(files, names, work);
    } finally {
      clearInterval(renewal);
    }
  }

  /** Postpones the removals, and aborts the upload when one has become due. After an error of the database the next renewal may succeed. */
  private async renew(names: string[], lost: AbortController): Promise<void> {
    try {
      if (!(await this.uploads.postpone(names, LIFETIME_SECONDS))) lost.abort(uploadExpired());
    } catch (error) {
      this.log.warn({ err: error }, 'The removal of the objects of an upload was not postponed.');
    }
  }

  private refuse(error: unknown): never {
    if (!(error instanceof ObjectStoreError)) throw error;
    this.readiness.note('files', storeProblem(error));
    throw new ApiError('service_unavailable', {
      message: 'Files cannot be stored at the moment. Try again soon.',
      cause: error,
      headers: { 'Retry-After': '30' },
    });
  }

  /**
   * Schedules the removals before the first byte. The final postponement proves that no removal has run so far. If it fails, or an upload
   * fails, the removals are scheduled again, since objects may have been written after the earlier ones.
   */
  private async putAll(accepted: readonly AcceptedFile[], names: string[], signal: AbortSignal): Promise<void> {
    await this.uploads.schedule(names, LIFETIME_SECONDS);
    try {
      for (const [index, { path, size }] of accepted.entries()) {
        signal.throwIfAborted();
        await this.store.put(names[index]!, { open: () => createReadStream(path), size }, signal);
      }
      if (!(await this.uploads.postpone(names, LIFETIME_SECONDS))) throw uploadExpired();
    } catch (error) {
      await this.abandon(() => this.uploads.schedule(names, 0));
      throw error;
    }
  }

  /** The commit may have succeeded even if `work` failed, so only removals that are still scheduled become due. */
  private async workWith<Result>(files: StoredFile[], names: string[], work: (files: StoredFile[]) => Promise<Result>): Promise<Result> {
    try {
      return await work(files);
    } finally {
      await this.abandon(() => this.uploads.expire(names));
    }
  }

  /** If the database fails, the removals become due by themselves later. */
  private async abandon(expire: () => Promise<void>): Promise<void> {
    await expire().catch((error: unknown) => this.log.warn({ err: error }, 'An upload was not cleaned up at once.'));
  }
}

/** The time from the death of the process until the removal of its upload becomes due. */
const LIFETIME_SECONDS = 60;
const RENEWAL_SECONDS = 30;

const storedFileOf = ({ field, filename, contentType, size, sha256 }: AcceptedFile, position: number): StoredFile => ({
  id: newId(),
  position,
  field,
  filename,
  contentType,
  sizeBytes: size,
  sha256,
  objectName: newObjectName(),
});

/** The error of an upload whose removal has become due, so that its objects may be gone. */
export const uploadExpired = (): ApiError =>
  new ApiError('service_unavailable', {
    message: 'Storing the files took too long. Send the same request again.',
    headers: { 'Retry-After': '1' },
  });
