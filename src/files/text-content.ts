import type { FileHandle } from 'node:fs/promises';

/** The encoding of a text; `other` is UTF-16 or an unknown encoding, such as windows-1252. */
export type TextEncoding = 'utf-8' | 'other';

/** The encoding of a text file, or null. Text is UTF-8 without NUL, UTF-16 with a byte order mark, or bytes without control characters. */
export async function textEncodingOf(file: FileHandle, start: Buffer): Promise<TextEncoding | null> {
  if (await everyPortion(file, decodes('utf-8'))) return 'utf-8';
  const utf16 = utf16Of(start);
  if (utf16 !== null && (await everyPortion(file, decodes(utf16)))) return 'other';
  return (await everyPortion(file, (bytes) => bytes === null || !CONTROLS.test(bytes.toString('latin1')))) ? 'other' : null;
}

/** The media type of markup that browsers run, behind white space and comments, or null. A fragment such as `<p>` is plain text. */
export function markupTypeOf(start: Buffer): string | null {
  const text = new TextDecoder(utf16Of(start) ?? 'utf-8').decode(start);
  const markup = text.replace(BEFORE_MARKUP, '');
  return MARKUP.find(([pattern]) => pattern.test(markup))?.[1] ?? null;
}

const BEFORE_MARKUP = /^(?:\s|<!--(?:(?!-->)[^])*-->)+/;
const MARKUP = [
  [/^<(?:!doctype\s+html|html|head|title|meta|body|frameset|iframe|script)\b/i, 'text/html'],
  [/^<(?:!doctype\s+svg|svg)\b/i, 'image/svg+xml'],
  [/^<(?:\?xml|!doctype)\b/i, 'application/xml'],
] as const;

/** All control characters but tab, line feed, form feed and carriage return. Bytes from 0x80 are letters in some encoding. */
// eslint-disable-next-line no-control-regex -- it is what is searched
const CONTROLS = /[\0-\x08\x0b\x0e-\x1f\x7f]/;

function utf16Of(start: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (start.length < 2) return null;
  const mark = start.readUInt16BE(0);
  if (mark === 0xfffe) return 'utf-16le';
  return mark === 0xfeff ? 'utf-16be' : null;
}

/** Returns true while a portion of a file, or its end (null), fits the expected content. */
type PortionCheck = (bytes: Buffer | null) => boolean;

/** Accepts portions of a valid text in this encoding without NUL. */
function decodes(encoding: string): PortionCheck {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => {
    try {
      return !decoder.decode(bytes ?? undefined, { stream: bytes !== null }).includes('\0');
    } catch {
      return false;
    }
  };
}

const PORTION_LENGTH = 64 * 1024;

async function everyPortion(file: FileHandle, holds: PortionCheck): Promise<boolean> {
  const buffer = Buffer.allocUnsafe(PORTION_LENGTH);
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, PORTION_LENGTH, position);
    if (bytesRead === 0) return holds(null);
    if (!holds(buffer.subarray(0, bytesRead))) return false;
    position += bytesRead;
  }
}
