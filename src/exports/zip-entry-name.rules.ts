import { normalizedTo } from '../platform/text/normalization.rules';

/** With the folders before it, the path stays below the 260 characters of older programs of Windows, wherever it is unpacked. */
const MAX_LENGTH = 120;
/** File systems of Linux take 255 bytes, of which 37 are the id and a hyphen. */
const MAX_BYTES = 218;
const MAX_EXTENSION_LENGTH = 20;

/**
 * The path of a file in an archive, which every system can write. The id makes it unique whatever the case, and keeps it from being the name
 * of a device such as `CON`. The name that was sent stands in the submissions.
 */
export const zipPathOf = ({ submissionId, id, filename }: ZippedFile): string => `files/${submissionId}/${id}-${unpackableName(filename)}`;

interface ZippedFile {
  submissionId: string;
  id: string;
  filename: string;
}

/** The name in NFC without what Windows refuses, cut to what file systems take, with its extension kept. */
export function unpackableName(filename: string): string {
  const name = withoutEnd(normalizedTo('NFC', filename.toWellFormed()).replace(UNPACKABLE, '_'));
  const extension = /\.[^. ]+$/.exec(name.slice(-MAX_EXTENSION_LENGTH))?.[0] ?? '';
  const stem = name.slice(0, name.length - extension.length);
  const room = { length: MAX_LENGTH - extension.length, bytes: MAX_BYTES - Buffer.byteLength(extension) };
  return withoutEnd(cut(stem, room) + extension) || 'file';
}

/** Refused by Windows (unzip takes `;1` at the end for the version of a file of VMS), or by file systems of Apple, which take assigned characters only; and what turns the direction of writing. */
const UNPACKABLE = /[<>:;"/\\|?*\p{Cc}\p{Cn}\p{Zl}\p{Zp}\ufffd\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

function cut(text: string, room: { length: number; bytes: number }): string {
  let kept = '';
  for (const character of text) {
    room.length -= character.length;
    room.bytes -= Buffer.byteLength(character);
    if (room.length < 0 || room.bytes < 0) break;
    kept += character;
  }
  return kept;
}

/** Windows drops dots and spaces at the end of a name. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && /[\s.]/.test(name[end - 1]!)) end -= 1;
  return name.slice(0, end);
}
