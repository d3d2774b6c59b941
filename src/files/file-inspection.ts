import { fileTypeFromFile } from 'file-type/node';
import { open, type FileHandle } from 'node:fs/promises';
import { compoundFileType } from './compound-file-type';
import type { FileContent } from './file-type.rules';
import { zipOfficeType } from './zip-office-type';

/** Reads what the content of a file is, never what its name says. Reads no more of it than that takes, in portions. */
export async function inspectFile(path: string): Promise<FileContent> {
  const signature = await signatureOf(path);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return { size, signature: await refined(signature, file, size), isText: await isText(file) };
  } finally {
    await file.close();
  }
}

/** Null when there is no known signature, or when damaged content makes the parser fail. Errors of the file system are passed on. */
async function signatureOf(path: string): Promise<string | null> {
  try {
    return (await fileTypeFromFile(path))?.mime ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return null;
  }
}

/** Office documents look like the containers they are in. */
async function refined(signature: string | null, file: FileHandle, size: number): Promise<string | null> {
  if (signature === 'application/zip') return (await zipOfficeType(file, size)) ?? signature;
  if (signature === 'application/x-cfb') return (await compoundFileType(file)) ?? signature;
  return signature;
}

/** True when the file is UTF-8 without NUL. Ends at the first byte that is not. */
async function isText(file: FileHandle): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
      if ((chunk as Buffer).includes(0)) return false;
      decoder.decode(chunk as Buffer, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
}
