import { encodeExtended, format } from 'content-disposition';
import { normalizedTo } from '../platform/text/normalization.rules';

const MAX_CODE_POINTS = 200;
const MAX_EXTENSION_CODE_POINTS = 20;
const MAX_END_LENGTH = 1024;
const FALLBACK = 'file';

/**
 * The name of an uploaded file as it is kept: data for people, never a path. It is the last segment of what the client declared, in
 * Unicode form NFC, without control characters and without those that change the direction of writing (they can make `exe.pdf` out of
 * `fdp.exe`), and at most 200 code points long with its extension kept.
 */
export function keptFileName(declared: string): string {
  const segment = declared.slice(1 + Math.max(declared.lastIndexOf('/'), declared.lastIndexOf('\\')));
  const name = normalizedTo('NFC', endsOf(segment).toWellFormed()).replace(INVISIBLE, '').trimStart();
  return shortened(withoutOuterEnd(name)) || FALLBACK;
}

/** The extension in lower case with its dot, or an empty text. A number, as in `Scan 12.03.2026`, is part of the name. */
export function extensionOf(name: string): string {
  return (/\.(?!\d+$)[^.\s]+$/.exec(name)?.[0] ?? '').toLowerCase();
}

/** The name with this extension, unless its own extension is in `fitting`. */
export function repairedName(name: string, extension: string, fitting: readonly string[]): string {
  const own = extensionOf(name);
  return fitting.includes(own) ? name : shortened(name.slice(0, name.length - own.length) + extension);
}

/** True for names such as `.htaccess`. */
export const isDotFile = (name: string): boolean => name.lastIndexOf('.') === 0;

/** The value of `Content-Disposition` for a download: the name by RFC 8187, and an ASCII name for clients that do not support it. */
export function attachmentDisposition(name: string): string {
  const ascii = normalizedTo('NFKD', name).replace(MARKS, '').replace(NOT_PLAIN, '_');
  const parameters = { filename: ascii, 'filename*': encodeExtended(name) };
  return format({ type: 'attachment', parameters }, { extended: false });
}

/** Control characters, line and paragraph separators, marks and overrides of direction, and the byte order mark. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Windows drops dots and spaces at the end of a name, which would uncover another extension. */
const DOT_OR_SPACE = /^[\s.]$/;
const MARKS = /\p{M}/gu;
/** Characters to replace. They include quotes, backslashes and percent signs, which clients decode differently. */
const NOT_PLAIN = /[^A-Za-z0-9 ._()-]/gu;

/** Drops the middle of a very long name before it is processed, since the kept name has none of it. */
function endsOf(name: string): string {
  return name.length <= 2 * MAX_END_LENGTH ? name : name.slice(0, MAX_END_LENGTH) + name.slice(-MAX_END_LENGTH);
}

/** Uses a loop, since a regular expression for the end would start again at each of many dots. */
function withoutOuterEnd(name: string): string {
  let end = name.length;
  while (DOT_OR_SPACE.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

function shortened(name: string): string {
  const codePoints = [...name];
  if (codePoints.length <= MAX_CODE_POINTS) return name;
  const extension = [...(/\.[^.]*$/.exec(name)?.[0] ?? '')];
  const kept = extension.length <= MAX_EXTENSION_CODE_POINTS ? extension : [];
  return [...codePoints.slice(0, MAX_CODE_POINTS - kept.length), ...kept].join('');
}
