import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file, and the folders around it. A kill leaves the file before or after, never a part of it. */
export function replaceFile(place: string, text: string): void {
  mkdirSync(dirname(place), { recursive: true });
  const temporary = `${place}.${process.pid}.tmp`;
  writeFileSync(temporary, text);
  renameSync(temporary, place);
}
