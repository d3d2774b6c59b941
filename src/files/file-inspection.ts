import { fileTypeFromFile } from 'file-type/node';
import { open, type FileHandle } from 'node:fs/promises';
import { compoundFileType } from './compound-file-type';
import type { FileContent } from './file-type.rules';

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

/**
 * The media type of an Office document (OOXML) by the directory at the end of its ZIP container, or null for any other ZIP file and for
 * documents with macros. Signature libraries read a container from its beginning and give up where large pictures come before
 * `[Content_Types].xml`, as in documents that Google's editors export.
 */
async function zipOfficeType(file: FileHandle, size: number): Promise<string | null> {
  const directory = await centralDirectory(file, size);
  const names = directory ? entryNames(directory) : [];
  if (!names.includes('[Content_Types].xml') || names.some((name) => name.endsWith('vbaProject.bin'))) return null;
  return MAIN_PARTS.find(([part]) => names.includes(part))?.[1] ?? null;
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const MAIN_PARTS = [
  ['word/document.xml', `${OOXML}.wordprocessingml.document`],
  ['xl/workbook.xml', `${OOXML}.spreadsheetml.sheet`],
  ['ppt/presentation.xml', `${OOXML}.presentationml.presentation`],
] as const;

const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1');
const END_LENGTH = 22;
const MAX_COMMENT_LENGTH = 65_535;
const MAX_DIRECTORY_LENGTH = 1024 * 1024;

async function centralDirectory(file: FileHandle, size: number): Promise<Buffer | null> {
  const tailLength = Math.min(size, END_LENGTH + MAX_COMMENT_LENGTH);
  const tail = await read(file, size - tailLength, tailLength);
  const end = tail.lastIndexOf(END_SIGNATURE);
  if (end < 0 || end + END_LENGTH > tail.length) return null;
  const [length, offset] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (length > MAX_DIRECTORY_LENGTH || offset + length > size) return null;
  return read(file, offset, length);
}

const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_LENGTH = 46;

function entryNames(directory: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + ENTRY_LENGTH <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE;) {
    const nameLength = directory.readUInt16LE(at + 28);
    names.push(directory.toString('latin1', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength));
    at += ENTRY_LENGTH + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
