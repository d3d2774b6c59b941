/** Returns the kind of a file that is no text, by its first bytes; null for what may be a text. */
export function workbookIn(start: Uint8Array): string | null {
  const found = KINDS.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte));
  if (found) return found.kind;
  const text = Buffer.from(start)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  return PAGES.some((tag) => text.startsWith(tag)) ? 'a page or a workbook in XML' : null;
}

/** The number of bytes by which the kinds are told apart. */
export const START_BYTES = 64;

const KINDS = [
  { kind: 'a workbook (xlsx, ods or another archive)', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { kind: 'a workbook (xlsx, ods or another archive)', bytes: [0x50, 0x4b, 0x05, 0x06] },
  { kind: 'a workbook (xls)', bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] },
  { kind: 'a workbook (xls)', bytes: [0x09, 0x08, 0x10, 0x00] },
  { kind: 'a workbook (xls)', bytes: [0x09, 0x08, 0x08, 0x00] },
  { kind: 'a workbook (xls)', bytes: [0x09, 0x04, 0x06, 0x00] },
  { kind: 'a PDF', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { kind: 'compressed (gzip)', bytes: [0x1f, 0x8b, 0x08] },
];

/** Programs save tables in HTML or XML under names that end with `.xls` or `.csv`. */
const PAGES = ['<?xml', '<!doctype', '<html', '<table', '<meta', '<head', '{\\rtf'];
