import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { waitUntil } from '../../../test/support/wait-until';
import { freePort } from '../../embedded-postgres/postmaster';
import { startS3Server } from '../../../test/support/s3-server';
import { newObjectName } from './object-store';
import { checkObjectStore } from './storage.module';
import { S3ObjectStore } from './s3-object-store';

const MIB = 1024 * 1024;
const SETTINGS = {
  bucket: 'files',
  region: 'us-east-1',
  accessKeyId: 'id',
  secretAccessKey: 'the-secret-key',
};
/** Options for a store that does not answer. */
const SILENCE = { idleTimeoutMs: 500 };

const contentOf = (bytes: Buffer) => ({
  open: () => Readable.from([bytes], { objectMode: false }),
  size: bytes.length,
});
const unavailable = { name: 'ObjectStoreError', reason: 'unavailable' };

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

let server: Server;
let requests: string[];

/** A store that answers as the test says, one answer a request, the last one again and again. */
const scriptedStore = (...answers: Answer[]) => openScripted(answers);

async function openScripted(answers: Answer[], timeouts = {}): Promise<S3ObjectStore> {
  requests = [];
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.replace(/^\/files\/[0-9a-z/]+/, '')}`);
    (answers.length > 1 ? answers.shift()! : answers[0]!)(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return S3ObjectStore.open({ ...SETTINGS, ...timeouts, endpoint });
}

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
});

/** Answers when the whole body has come. */
const answerWith =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (request, response) =>
    request.resume().on('end', () => response.writeHead(status, headers).end(body));

const errorBody = (code: string) => `<Error><Code>${code}</Code><Message>It was refused.</Message></Error>`;

describe('an S3 store that fails', () => {
  it('is unavailable when nothing listens', async () => {
    const store = await S3ObjectStore.open({ ...SETTINGS, endpoint: `http://127.0.0.1:${await freePort()}` });
    await expect(store.put(newObjectName(), contentOf(Buffer.from('abc')))).rejects.toMatchObject(unavailable);
    await expect(store.get(newObjectName())).rejects.toMatchObject(unavailable);
    await expect(store.head(newObjectName())).rejects.toMatchObject(unavailable);
    await expect(store.delete(newObjectName())).rejects.toMatchObject(unavailable);
    await expect(checkObjectStore(store)).rejects.toMatchObject(unavailable);
  });

  it('gets the whole content again after a failure of its own', async () => {
    const bodies: string[] = [];
    const keep =
      (status: number): Answer =>
      async (request, response) => {
        bodies.push((await buffer(request)).toString());
        response.writeHead(status).end();
      };
    const store = await scriptedStore(keep(503), keep(500), keep(200));
    await store.put(newObjectName(), contentOf(Buffer.from('abc')));
    expect(bodies).toEqual(['abc', 'abc', 'abc']);
  });

  it('is asked three times at most', async () => {
    const store = await scriptedStore(answerWith(503));
    await expect(store.put(newObjectName(), contentOf(Buffer.from('abc')))).rejects.toMatchObject(unavailable);
    expect(requests).toHaveLength(3);
    await expect(store.get(newObjectName())).rejects.toMatchObject(unavailable);
    expect(requests).toHaveLength(6);
  });

  it('is full when it says so, and is not asked again', async () => {
    const store = await scriptedStore(answerWith(507, errorBody('XMinioStorageFull')));
    const putting = store.put(newObjectName(), contentOf(Buffer.from('abc')));
    await expect(putting).rejects.toMatchObject({ name: 'ObjectStoreError', reason: 'full' });
    expect(requests).toHaveLength(1);
  });

  it('is unavailable when it refuses the key, and the secret is not in the error', async () => {
    const store = await scriptedStore(answerWith(403, errorBody('SignatureDoesNotMatch')));
    const error = await store.put(newObjectName(), contentOf(Buffer.from('abc'))).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ ...unavailable, message: expect.stringContaining('403, SignatureDoesNotMatch') });
    expect(JSON.stringify(error)).not.toContain(SETTINGS.secretAccessKey);
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['a put, for which a client waits,', 1, (store: S3ObjectStore) => store.put(newObjectName(), contentOf(Buffer.from('abc')))],
    ['a get', 3, (store: S3ObjectStore) => store.get(newObjectName())],
    ['a delete', 3, (store: S3ObjectStore) => store.delete(newObjectName())],
  ])('does not hold up %s for ever when it does not answer, and is asked %i times', async (_, times, call) => {
    const store = await openScripted([() => undefined], SILENCE);
    await expect(call(store)).rejects.toMatchObject(unavailable);
    expect(requests).toHaveLength(times);
  });

  it.each([
    ['breaks off', (response: ServerResponse) => response.destroy()],
    ['stalls', () => undefined],
  ])('in the middle of an object (%s) fails its stream, so that a part is never taken for the whole', async (_, fail) => {
    const answer: Answer = (_request, response) => response.writeHead(200, { 'content-length': '100' }).write('abc', () => fail(response));
    const store = await openScripted([answer], SILENCE);
    const found = await store.get(newObjectName());
    expect(found!.size).toBe(100);
    await expect(buffer(found!.content)).rejects.toThrow();
  });

  it('never gets the last byte of content that fails, so that it cannot store it', async () => {
    let received = 0;
    const store = await scriptedStore((request) => request.on('data', (chunk: Buffer) => (received += chunk.length)));
    async function* failing() {
      yield Buffer.alloc(5);
      await waitUntil(() => received === 5);
      throw new Error('The source is gone.');
    }
    const putting = store.put(newObjectName(), { open: () => Readable.from(failing()), size: 10 });
    await expect(putting).rejects.toThrow('The source is gone.');
    expect(received).toBe(5);
    expect(requests).toHaveLength(1);
  });
});

describe('content of unknown size', () => {
  const started = '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>';
  const large = () => ({ open: () => Readable.from([Buffer.alloc(11 * MIB)], { objectMode: false }) });

  it('leaves no parts in the store when one of them is refused', async () => {
    const [start, part] = [answerWith(200, started), answerWith(200, '', { etag: '"1"' })];
    const store = await scriptedStore(start, part, answerWith(403, errorBody('AccessDenied')), answerWith(204));
    await expect(store.put(newObjectName(), large())).rejects.toMatchObject(unavailable);
    expect(requests).toEqual([
      'POST ?uploads=',
      'PUT ?partNumber=1&uploadId=u1&x-id=UploadPart',
      'PUT ?partNumber=2&uploadId=u1&x-id=UploadPart',
      'DELETE ?uploadId=u1&x-id=AbortMultipartUpload',
    ]);
  });

  it('leaves no parts in the store when the content fails', async () => {
    const [start, part] = [answerWith(200, started), answerWith(200, '', { etag: '"1"' })];
    const store = await scriptedStore(start, part, answerWith(204));
    async function* failing() {
      yield Buffer.alloc(6 * MIB);
      await waitUntil(() => requests.length === 2);
      throw new Error('The source is gone.');
    }
    const putting = store.put(newObjectName(), { open: () => Readable.from(failing()) });
    await expect(putting).rejects.toThrow('The source is gone.');
    expect(requests.at(-1)).toBe('DELETE ?uploadId=u1&x-id=AbortMultipartUpload');
  });
});

describe('a long list', () => {
  const page = (name: string, next = '') =>
    `<ListBucketResult><Contents><Key>${name}</Key><Size>3</Size><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>
     <Contents><Key>not/OURS</Key><Size>3</Size><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>${next}</ListBucketResult>`;

  it('is read page by page, and what has another kind of name is left out', async () => {
    const [first, second] = [newObjectName(), newObjectName()];
    const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>t/1</NextContinuationToken>';
    const store = await scriptedStore(answerWith(200, page(first, more)), answerWith(200, page(second)));
    const objects = [];
    for await (const object of store.list(new Date())) objects.push(object);

    const modifiedAt = new Date('2026-01-02T03:04:05.000Z');
    expect(objects).toEqual([first, second].map((name) => ({ name, size: 3, modifiedAt })));
    expect(requests).toEqual(['GET /files/?list-type=2', 'GET /files/?continuation-token=t%2F1&list-type=2']);
  });
});

describe('the check of an S3 store', () => {
  it('fails when the bucket does not exist', async () => {
    const { settings, stop } = await startS3Server();
    try {
      const store = await S3ObjectStore.open({ ...settings, bucket: 'missing' });
      await expect(checkObjectStore(store)).rejects.toMatchObject({ message: expect.stringContaining('NoSuchBucket') });
    } finally {
      await stop();
    }
  });
});
