import type { FileHandle } from 'node:fs/promises';

/** The media type of a document of Office 97 to 2003 ([MS-CFB]), or null for any other compound file, such as a renamed installer (msi). */
export async function compoundFileType(file: FileHandle): Promise<string | null> {
  const names = rootNames(await directoryEntries(file));
  return MAIN_STREAMS.find(([stream]) => names.includes(stream))?.[1] ?? null;
}

const MAIN_STREAMS = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
] as const;

const HEADER_LENGTH = 512;
const TABLE_SECTORS_IN_HEADER = 109;
const MAX_DIRECTORY_SECTORS = 256;
const MAX_TABLE_LIST_SECTORS = 64;
const ENTRY_LENGTH = 128;

/** The directory entries, which a chain of sectors holds. A damaged or endless chain ends early. */
async function directoryEntries(file: FileHandle): Promise<Buffer[]> {
  const header = await read(file, 0, HEADER_LENGTH);
  const shift = header.length === HEADER_LENGTH ? header.readUInt16LE(30) : 0;
  if (shift !== 9 && shift !== 12) return [];
  const sectorSize = 2 ** shift;
  const entries: Buffer[] = [];
  let sector = header.readUInt32LE(48);
  for (let count = 0; count < MAX_DIRECTORY_SECTORS; count += 1) {
    const bytes = await readSector(file, sectorSize, sector);
    if (bytes === null) break;
    for (let at = 0; at < sectorSize; at += ENTRY_LENGTH) entries.push(bytes.subarray(at, at + ENTRY_LENGTH));
    sector = await nextSector(file, header, sectorSize, sector);
  }
  return entries;
}

const END_OF_CHAIN = 0xfffffffe;

/** Follows the allocation table, which has one number for each sector. */
async function nextSector(file: FileHandle, header: Buffer, sectorSize: number, sector: number): Promise<number> {
  const numbersPerSector = sectorSize / 4;
  const tableSector = await tableSectorAt(file, header, sectorSize, Math.floor(sector / numbersPerSector));
  const table = await readSector(file, sectorSize, tableSector);
  return table === null ? END_OF_CHAIN : table.readUInt32LE((sector % numbersPerSector) * 4);
}

/** The sector with a part of the allocation table. The header lists the first of these sectors, and a chain of sectors lists the others. */
async function tableSectorAt(file: FileHandle, header: Buffer, sectorSize: number, index: number): Promise<number> {
  if (index < TABLE_SECTORS_IN_HEADER) return header.readUInt32LE(76 + index * 4);
  const numbersPerSector = sectorSize / 4 - 1;
  let rest = index - TABLE_SECTORS_IN_HEADER;
  let list = await readSector(file, sectorSize, header.readUInt32LE(68));
  for (let count = 0; list !== null && rest >= numbersPerSector && count < MAX_TABLE_LIST_SECTORS; count += 1) {
    rest -= numbersPerSector;
    list = await readSector(file, sectorSize, list.readUInt32LE(sectorSize - 4));
  }
  return list === null || rest >= numbersPerSector ? END_OF_CHAIN : list.readUInt32LE(rest * 4);
}

/** The names in the root storage: a binary tree of entries, which begins at the child of the first entry. */
function rootNames(entries: Buffer[]): string[] {
  const [pending, seen, names]: [number[], Set<number>, string[]] = [[], new Set(), []];
  if (entries[0]) pending.push(entries[0].readUInt32LE(76));
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    const entry = entries[index];
    if (!entry || seen.has(index)) continue;
    seen.add(index);
    names.push(entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2)));
    pending.push(entry.readUInt32LE(68), entry.readUInt32LE(72));
  }
  return names;
}

/** Reads a sector; null where there is none. */
async function readSector(file: FileHandle, sectorSize: number, sector: number): Promise<Buffer | null> {
  if (sector >= END_OF_CHAIN) return null;
  const bytes = await read(file, (sector + 1) * sectorSize, sectorSize);
  return bytes.length === sectorSize ? bytes : null;
}

/** Reads `length` bytes, or fewer at the end of the file. */
export async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
