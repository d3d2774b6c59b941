import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ObjectStore } from '../../src/platform/storage/object-store';
import { ObjectRemovalService } from '../../src/files/object-removal.service';
import type { ReceivedFile } from '../../src/files/submission-file.entity';
import type { Answer, Api } from './api';
import type { Instance, TestApp } from './app';
import { submit } from './forms';
import { waitUntil } from './wait-until';

/** A received file whose content nobody reads. */
export const aReceivedFile = (field: string): ReceivedFile => ({
  field,
  filename: 'a.txt',
  size: 1,
  sha256: createHash('sha256').update(field).digest(),
  path: '/nowhere',
});

/** A part of a multipart body: a text, or a file with its name. */
export type Part = [name: string, text: string] | [name: string, filename: string, content: Buffer | string];

export const BOUNDARY = 'a-boundary-of-tests';
export const MULTIPART = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A multipart body as browsers send it. */
export const multipartOf = (parts: readonly Part[]): Buffer =>
  Buffer.concat([...parts.flatMap(partOf), Buffer.from(`--${BOUNDARY}--\r\n`)]);

function partOf([name, ...rest]: Part): Buffer[] {
  const disposition = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
  const [first, content] = rest;
  if (content === undefined) return [Buffer.from(`${disposition}\r\n\r\n${first}\r\n`)];
  const head = `${disposition}; filename="${first}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
}

/** Submits the parts without an API key. */
export const submitParts = (
  api: Api,
  form: { id: string },
  parts: readonly Part[],
  headers: Record<string, string> = {},
): Promise<Answer> => submit(api, form, multipartOf(parts), { ...MULTIPART, ...headers });

export interface FileRow {
  submission_id: string;
  position: number;
  field: string;
  filename: string;
  content_type: string;
  size_bytes: string;
  sha256: Buffer;
  object_name: string;
}

/** The rows of all files of a form, in the order sent. */
export const fileRowsOf = ({ database }: Pick<Instance, 'database'>, form: { id: string }): Promise<FileRow[]> =>
  database.query<FileRow>('select * from submission_files where form_id = $1 order by created_at, position', [form.id]);

/** The bytes in the store of the app. */
export async function bytesOf({ app }: Pick<Instance, 'app'>, objectName: string): Promise<Buffer | null> {
  const found = await app.get(ObjectStore).get(objectName);
  return found && buffer(found.content);
}

/** The names of all objects in the store of the app. */
export async function objectsOf({ app }: Pick<Instance, 'app'>): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of app.get(ObjectStore).list(new Date(Date.now() + 60_000))) names.push(name);
  return names.sort();
}

/**
 * Expects that nothing is left of refused uploads: no temporary file, and after the removal of objects none without a file. The service
 * cleans up behind its answers, so that is waited for.
 */
export async function expectNothingLeft(app: TestApp): Promise<void> {
  const removal = app.app.get(ObjectRemovalService);
  const removals = () => app.database.query('select * from object_removals');
  await waitUntil(async () => {
    while (await removal.removeBatch());
    return (await removals()).length === 0 && (await temporaryFilesOf(app.dataDir)).length === 0;
  });
  const rows = await app.database.query<{ object_name: string }>('select object_name from submission_files');
  expect(await objectsOf(app)).toEqual(rows.map(({ object_name: name }) => name).sort());
}

/** The paths of temporary files and folders of uploads. */
export async function temporaryFilesOf(dataDir: string): Promise<string[]> {
  const parent = join(dataDir, 'incoming');
  if (!existsSync(parent)) return [];
  const entries = await readdir(parent, { recursive: true });
  return entries.filter((path) => path.includes('upload-'));
}
