import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type * as Sdk from '@aws-sdk/client-s3';
import type * as SdkUpload from '@aws-sdk/lib-storage';
import { withTimeout } from '../time';
import { ContentMeter } from './content-meter';
import {
  isObjectName,
  type ObjectContent,
  type ObjectInfo,
  ObjectStore,
  type PutResult,
  requireObjectName,
  type StoredObject,
} from './object-store';
import { isAbsence, isTransient, storeErrorOf } from './s3-errors';

export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  connectTimeoutMs?: number;
  /** The longest time without a byte during a request or a reply. */
  idleTimeoutMs?: number;
}

/**
 * Stores objects in a bucket of an S3-compatible store. Content of known size is sent in one request, so that a killed process leaves no
 * parts behind. Content of unknown size is sent in parts of 5 MiB. A lifecycle rule of the bucket (AbortIncompleteMultipartUpload) removes
 * the parts that a killed process has left behind.
 */
export class S3ObjectStore extends ObjectStore {
  private constructor(
    private readonly sdk: typeof Sdk,
    private readonly upload: typeof SdkUpload,
    private readonly client: Sdk.S3Client,
    private readonly bucket: string,
    private readonly idleTimeoutMs: number,
  ) {
    super();
  }

  /** Loads the S3 client, about 10 MB of code that only this class needs. The first request opens the connection. */
  static async open({ bucket, ...settings }: S3Settings): Promise<S3ObjectStore> {
    const sdk = await import('@aws-sdk/client-s3');
    const upload = await import('@aws-sdk/lib-storage');
    const idleTimeoutMs = settings.idleTimeoutMs ?? 15_000;
    const client = new sdk.S3Client({
      endpoint: settings.endpoint,
      region: settings.region,
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      forcePathStyle: true, // host names of buckets need wildcard DNS, which few self-hosted stores have
      requestChecksumCalculation: 'WHEN_REQUIRED', // other stores than Amazon's do not know the newer checksums
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: MAX_ATTEMPTS,
      logger: SILENT, // the client would also log the errors that it throws
      requestHandler: { connectionTimeout: settings.connectTimeoutMs ?? 5_000, socketTimeout: idleTimeoutMs },
    });
    return new S3ObjectStore(sdk, upload, client, bucket, idleTimeoutMs);
  }

  async put(name: string, content: ObjectContent, signal?: AbortSignal): Promise<PutResult> {
    const target = this.target(name);
    if (content.size === undefined) return this.transfer(content, signal, (body) => this.sendParts(target, body));
    const beganMs = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.transfer(content, signal, (body, aborted) =>
          this.client.send(new this.sdk.PutObjectCommand({ ...target, Body: body, ContentLength: content.size }), { abortSignal: aborted }),
        );
      } catch (error) {
        const isLate = performance.now() - beganMs >= this.idleTimeoutMs; // no further attempt then, since a client is waiting
        if (attempt === MAX_ATTEMPTS || isLate || !isTransient(error)) throw error;
      }
      const backoffMs = FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (1 + Math.random());
      await pause(backoffMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  async get(name: string): Promise<StoredObject | null> {
    const reply = await this.ask(this.client.send(new this.sdk.GetObjectCommand(this.target(name))));
    if (reply === null) return null;
    if (reply.ContentLength === undefined || !(reply.Body instanceof Readable)) {
      throw storeErrorOf(new Error('The reply has no length or no body.'));
    }
    return { size: reply.ContentLength, content: reply.Body };
  }

  /** Null even when the bucket does not exist, since the reply to HEAD has no error code. */
  async head(name: string): Promise<number | null> {
    const reply = await this.ask(this.client.send(new this.sdk.HeadObjectCommand(this.target(name))));
    return reply && (reply.ContentLength ?? null);
  }

  async delete(name: string): Promise<void> {
    await this.ask(this.client.send(new this.sdk.DeleteObjectCommand(this.target(name))));
  }

  async *list(modifiedBefore: Date, folder?: string): AsyncIterable<ObjectInfo> {
    const Prefix = folder && `${folder}/`;
    let page: string | undefined;
    do {
      const command = new this.sdk.ListObjectsV2Command({ Bucket: this.bucket, Prefix, ContinuationToken: page });
      const reply = await this.client.send(command).catch((error: unknown) => Promise.reject(storeErrorOf(error)));
      for (const { Key: name, Size: size, LastModified: modifiedAt } of reply.Contents ?? []) {
        if (name === undefined || size === undefined || modifiedAt === undefined || !isObjectName(name)) continue;
        if (modifiedAt < modifiedBefore) yield { name, size, modifiedAt };
      }
      page = reply.NextContinuationToken;
    } while (page !== undefined);
  }

  private target(name: string) {
    return { Bucket: this.bucket, Key: requireObjectName(name) };
  }

  private async ask<Reply>(request: Promise<Reply>): Promise<Reply | null> {
    try {
      return await request;
    } catch (error) {
      if (isAbsence(error)) return null;
      throw storeErrorOf(error);
    }
  }

  /** Sends one part at a time, since each is kept in memory until the store has it. Removes the parts when one fails. */
  private sendParts(target: { Bucket: string; Key: string }, body: Readable): Promise<unknown> {
    return new this.upload.Upload({ client: this.client, params: { ...target, Body: body }, queueSize: 1 }).done();
  }

  /** Sends the content. The client never notices errors of a body, so an error of the content aborts the request by a signal. */
  private async transfer(
    { open, size }: ObjectContent,
    signal: AbortSignal | undefined,
    send: (body: Readable, aborted: AbortSignal) => Promise<unknown>,
  ): Promise<PutResult> {
    const meter = new ContentMeter(size);
    const source = open();
    const failure = new AbortController();
    const reading = pipeline(source, meter, { signal }).catch((error: unknown) => failure.abort(error));
    try {
      await send(meter, failure.signal);
      await withTimeout(this.idleTimeoutMs, reading);
      failure.signal.throwIfAborted();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw failure.signal.aborted ? failure.signal.reason : storeErrorOf(error);
    } finally {
      source.destroy();
      meter.destroy();
    }
    return meter.result();
  }
}

const MAX_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 100;
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
