import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import express from 'express';
import { DirectoryObjectStore } from '../platform/storage/directory-object-store';
import { newObjectName } from '../platform/storage/object-store';
import { FileDownloadsService } from './file-downloads.service';
import { SubmissionFileEntity } from './submission-file.entity';

const bytes = randomBytes(100);
let directory: string;
let store: DirectoryObjectStore;
let file: SubmissionFileEntity;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'downloads-'));
  store = new DirectoryObjectStore(directory);
  const objectName = newObjectName();
  const { sha256 } = await store.put(objectName, { open: () => Readable.from([bytes]) });
  const values = { objectName, sha256, sizeBytes: bytes.length, filename: 'a.bin', contentType: 'image/png' };
  file = Object.assign(new SubmissionFileEntity(), values);
});
afterAll(() => rm(directory, { recursive: true }));

describe('a download', () => {
  it('closes the file of a reader that has left before it was opened', async () => {
    const opened: Readable[] = [];
    const original = store.get.bind(store);
    jest.spyOn(store, 'get').mockImplementation(async (name) => {
      const found = await original(name);
      opened.push(found!.content);
      return found;
    });
    await answerToAbortedRequest(async (incoming, response) => {
      await new FileDownloadsService(store).send(file, () => Promise.resolve(), incoming, response);
    });
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});

/** Resolves with the answer, which begins when the client has left. */
async function answerToAbortedRequest(answer: (request: Request, response: Response) => Promise<void>): Promise<void> {
  const app = express();
  const answered = new Promise<void>((resolve, reject) => {
    app.get('/', (incoming, response) => {
      client.destroy();
      response.once('close', () => void answer(incoming, response).then(resolve, reject));
    });
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  client.on('error', () => undefined).end();
  try {
    await answered;
  } finally {
    server.close();
  }
}
