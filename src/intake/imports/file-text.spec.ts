import { windows1252 } from '../../platform/text/windows-1252.rules';
import { textOf } from './file-text';
import type { Charset } from './import.types';

async function* inParts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function decoded(bytes: Buffer, charset: Charset = 'utf-8', size = 1): Promise<string> {
  let text = '';
  for await (const part of textOf(inParts(bytes, size), charset)) text += part;
  return text;
}

const TEXT = 'Zoë, €5, “quoted”, 日本, 😀\n';
const utf16 = (isBigEndian: boolean): Buffer => {
  const bytes = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

it.each([1, 2, 3, 7, 1_000])('UTF-8 and UTF-16 are told by their byte order mark, in parts of %i bytes', async (size) => {
  expect(await decoded(Buffer.from(TEXT), 'utf-8', size)).toBe(TEXT);
  for (const bytes of [Buffer.from(`\ufeff${TEXT}`), utf16(false), utf16(true)]) {
    for (const charset of ['utf-8', 'windows-1252'] as const) expect(await decoded(bytes, charset, size)).toBe(TEXT);
  }
});

it('windows-1252 has the euro sign and curly quotes on every Node', async () => {
  const bytes = Buffer.from([0x5a, 0x6f, 0xeb, 0x80, 0x91, 0x92, 0x93, 0x94, 0x96, 0x85, 0x99, 0xa0, 0xff]);
  expect(await decoded(bytes, 'windows-1252')).toBe('Zoë€‘’“”–…™\u00a0ÿ');
  expect(await decoded(Buffer.from([0x81, 0x8d, 0x8f, 0x90, 0x9d]), 'windows-1252')).toBe('\x81\x8d\x8f\x90\x9d');
  expect(windows1252(Buffer.from([0x9f, 0x9e, 0x8e, 0x8c, 0x9c]))).toBe('ŸžŽŒœ');
});

it.each([
  ['windows-1252 bytes', Buffer.from([0x5a, 0xeb, 0x0a])],
  ['half of a character', Buffer.from('é').subarray(0, 1)],
  ['half of a unit of UTF-16', Buffer.concat([utf16(false), Buffer.from([0x41])])],
  ['a lone surrogate in UTF-16', Buffer.concat([utf16(false), Buffer.from([0x00, 0xd8, 0x41, 0x00])])],
])('%s are refused with a way out', async (_, bytes) => {
  await expect(decoded(bytes)).rejects.toMatchObject({
    code: 'malformed_request',
    message: expect.stringContaining('charset=windows-1252'),
  });
});

it('a file of no bytes is an empty text', async () => {
  expect(await decoded(Buffer.alloc(0))).toBe('');
});
