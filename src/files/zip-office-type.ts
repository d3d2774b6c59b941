import type { FileHandle } from 'node:fs/promises';

/**
 * The media type of an Office document (OOXML) by the directory at the end of its ZIP container, or null for any other ZIP file and for
 * documents with macros. Signature libraries read a container from its beginning and give up where large pictures come before
 * `[Content_Types].xml`, as in documents that Google's editors export.
 */
export async function zipOfficeType(file: FileHandle, size: number): Promise<string | null> {
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
