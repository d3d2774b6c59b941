import { workbookIn } from './workbooks.rules';

const bytes = (...all: number[]) => Buffer.from(all);

it.each([
  ['a workbook (xlsx, ods or another archive)', Buffer.from('PK\x03\x04rest')],
  ['a workbook (xls)', bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0)],
  ['a workbook (xls)', bytes(0x09, 0x08, 0x10, 0x00, 0x00, 0x06)],
  ['a PDF', Buffer.from('%PDF-1.7')],
  ['compressed (gzip)', bytes(0x1f, 0x8b, 0x08, 0)],
  ['a page or a workbook in XML', Buffer.from('\ufeff\r\n<?xml version="1.0"?><office:document')],
  ['a page or a workbook in XML', Buffer.from('<TABLE><tr>')],
])('%s is known by its first bytes', (kind, start) => {
  expect(workbookIn(start)).toBe(kind);
});

it.each([
  Buffer.from('PK,email\n'),
  Buffer.from('email\n'),
  bytes(0xff, 0xfe, 0x50, 0),
  Buffer.from('"<table>",email\n'),
  Buffer.from('{"fields":{}}'),
  Buffer.alloc(0),
])('a text is none: %s', (start) => expect(workbookIn(start)).toBeNull());
