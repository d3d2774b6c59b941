import { fileTypeFromFile } from 'file-type/node';
import { open, type FileHandle } from 'node:fs/promises';
import { compoundFileType, read } from './compound-file-type';
import type { FileContent } from './file-type.rules';
import { markupTypeOf, textEncodingOf } from './text-content';

/** Determines the type of a file from its content, reading in portions and no more than necessary. */
export async function inspectFile(path: string): Promise<FileContent> {
  const found = await signatureOf(path);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = await read(file, 0, START_LENGTH);
    const text = await textEncodingOf(file, start);
    const signature = text === null ? await refined(found, file, size, start) : signatureOfText(found, start);
    return { size, signature, text };
  } finally {
    await file.close();
  }
}

const START_LENGTH = 4096;

/**
 * The media type by signature, or null without a known one or when the parser fails on damaged content. Throws errors of the file system.
 */
async function signatureOf(path: string): Promise<string | null> {
  try {
    return (await fileTypeFromFile(path))?.mime ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return null;
  }
}

/** Office documents and pictures share the signature of their container, and a signature of two bytes may match by chance. */
async function refined(signature: string | null, file: FileHandle, size: number, start: Buffer): Promise<string | null> {
  if (signature === 'application/zip') return (await zipOfficeType(file, size)) ?? signature;
  if (signature === 'application/x-cfb') return (await compoundFileType(file)) ?? signature;
  if (signature === 'video/mp4' && PICTURE_BRAND.test(start.toString('latin1', 8, 12))) return 'image/heic';
  if (signature === 'image/bmp') return isBitmap(start) ? signature : null;
  if (signature === 'audio/mpeg') return isByteOrderMark(start) ? null : signature;
  return signature;
}

/** The brands of scalable and layered pictures (ISO/IEC 23008-12), which the signature library does not know. */
const PICTURE_BRAND = /^he[iv][ms]$/;

/** The type of markup, or the signature unless it has two bytes only, which a text may contain by chance. */
const signatureOfText = (signature: string | null, start: Buffer): string | null =>
  markupTypeOf(start) ?? (signature !== null && SIGNATURES_OF_TWO_BYTES.has(signature) ? null : signature);

const SIGNATURES_OF_TWO_BYTES: ReadonlySet<string> = new Set(['image/bmp', 'audio/mpeg', 'audio/aac']);

/** True when a bitmap header of a known size follows the file header. */
const isBitmap = (start: Buffer): boolean => start.length >= 26 && BITMAP_HEADER_SIZES.includes(start.readUInt32LE(14));
const BITMAP_HEADER_SIZES = [12, 16, 40, 52, 56, 64, 108, 124];

/** A byte order mark of UTF-16 looks like MPEG audio of layer I, which nobody records. */
const isByteOrderMark = (start: Buffer): boolean => start.readUInt16BE(0) === 0xfffe;

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
