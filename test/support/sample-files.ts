import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** The smallest content of each type that its own programs would recognise. */
export const SAMPLES = {
  png: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
  gif: Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  webp: Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0', 'latin1'),
  tiff: Buffer.from('49492a00080000000000000000000000', 'hex'),
  bmp: bitmap(40),
  heic: isoMedia('heic'),
  heif: isoMedia('mif1'),
  avif: isoMedia('avif'),
  pdf: Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n', 'latin1'),
  rtf: Buffer.from('{\\rtf1\\ansi Hello}'),
  text: Buffer.from('Grüße, 你好\n'),
  latin1: Buffer.from('BM: Grüße\r\n', 'latin1'),
  utf16: Buffer.from('\ufeffName\tGrüße\r\n', 'utf16le'),
  calendar: Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'),
  contact: Buffer.from('BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nEND:VCARD\r\n'),
  mp3: Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)]),
  m4a: isoMedia('M4A '),
  mp4: isoMedia('isom'),
  m4v: isoMedia('M4V '),
  mov: isoMedia('qt  '),
  threeGp: isoMedia('3gp4'),
  threeG2: isoMedia('3g2a'),
  aac: Buffer.concat([Buffer.from('fff15080017ffc', 'hex'), Buffer.alloc(4)]),
  amr: Buffer.concat([Buffer.from('#!AMR\n'), Buffer.from('3c00', 'hex'), Buffer.alloc(30)]),
  wav: Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0', 'latin1'),
  ogg: oggOf('\x01vorbis'),
  opus: oggOf('OpusHead'),
  flac: Buffer.concat([Buffer.from('fLaC\0\0\0\x22', 'latin1'), Buffer.alloc(34)]),
  webm: Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701', 'hex'),
  zip: zipOf({ 'a.txt': 'abc' }),
  gzip: gzipSync('abc'),
  tar: tarOf('a.txt', 'abc'),
  sevenZip: Buffer.from('377abcaf271c00040000000000000000', 'hex'),
  rar: Buffer.from('526172211a0701003392b5e50a01050600050101808000', 'hex'),
  docx: officeOf('word/document.xml', 'wordprocessingml.document'),
  xlsx: officeOf('xl/workbook.xml', 'spreadsheetml.sheet'),
  pptx: officeOf('ppt/presentation.xml', 'presentationml.presentation'),
  docm: zipOf({
    '[Content_Types].xml': '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
    'word/document.xml': '<w/>',
    'word/vbaProject.bin': 'macro',
  }),
  odt: zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<o/>' }),
  ods: zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<o/>' }),
  odp: zipOf({ mimetype: 'application/vnd.oasis.opendocument.presentation', 'content.xml': '<o/>' }),
  jar: zipOf({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' }),
  doc: compoundFileOf('WordDocument'),
  xls: compoundFileOf('Workbook'),
  ppt: compoundFileOf('PowerPoint Document'),
  msi: compoundFileOf('\u4840\u3f3f\u4577\u446c'),
  exe: Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)]),
  elf: Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)]),
  lnk: Buffer.concat([Buffer.from('4c0000000114020000000000c000000000000046', 'hex'), Buffer.alloc(60)]),
  wasm: Buffer.from('0061736d01000000', 'hex'),
  javaClass: Buffer.from('cafebabe00000034000a', 'hex'),
  reg: Buffer.from('\ufeffWindows Registry Editor Version 5.00\r\n', 'utf16le'),
  xml: Buffer.from('<?xml version="1.0"?><a/>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  htmlInUtf16: Buffer.from('\ufeff <!-- a --> <HTML><script>alert(1)</script>', 'utf16le'),
  gifWithScript: Buffer.from('GIF89a=1;/*\x01\x00\x01\x00\x80\xff*/alert(1)//', 'latin1'),
  pdfWithHtml: Buffer.from('%PDF-1.4\n<html><script>alert(1)</script></html>\n%\xe2\xe3%%EOF', 'latin1'),
};

/** The first box of an ISO media file, which tells the brand. */
function isoMedia(brand: string): Buffer {
  return Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}isom\0\0\0\x08free`, 'latin1');
}

/** A bitmap of one pixel, with a second header of this size. */
function bitmap(headerSize: number): Buffer {
  const bytes = Buffer.alloc(14 + headerSize + 4);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(14 + headerSize, 10);
  bytes.writeUInt32LE(headerSize, 14);
  return bytes;
}

function oggOf(codec: string): Buffer {
  return Buffer.concat([Buffer.from('OggS\0\x02', 'latin1'), Buffer.alloc(22), Buffer.from(codec, 'latin1'), Buffer.alloc(30)]);
}

/** A ZIP file. `isStreamed` puts the sizes behind the content, as programs do that cannot go back. */
export function zipOf(files: Record<string, string | Buffer>, isStreamed = false): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const isStored = name === 'mimetype' && !isStreamed;
    const packed = isStored ? content : deflateRawSync(content);
    const sizes = Buffer.alloc(12);
    [crc32(content), packed.length, content.length].forEach((value, index) => sizes.writeUInt32LE(value, index * 4));
    const method = Buffer.from([20, 0, isStreamed ? 8 : 0, 0, isStored ? 0 : 8, 0, 0, 0, 0, 0]);
    const lengths = Buffer.from([name.length, 0, 0, 0]);
    const part = [
      Buffer.from('PK\x03\x04', 'latin1'),
      method,
      isStreamed ? Buffer.alloc(12) : sizes,
      lengths,
      Buffer.from(name),
      packed,
      ...(isStreamed ? [Buffer.from('PK\x07\x08', 'latin1'), sizes] : []),
    ];
    const position = Buffer.alloc(4);
    position.writeUInt32LE(offset);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), method, sizes, lengths, Buffer.alloc(10), position, Buffer.from(name));
    parts.push(...part);
    offset += Buffer.concat(part).length;
  }
  return Buffer.concat([...parts, ...directory, endOfZip(Object.keys(files).length, Buffer.concat(directory).length, offset)]);
}

function endOfZip(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

function officeOf(part: string, type: string): Buffer {
  const contentType = `application/vnd.openxmlformats-officedocument.${type}.main+xml`;
  const types = `<Types><Override PartName="/${part}" ContentType="${contentType}"/></Types>`;
  return zipOf({ '[Content_Types].xml': types, '_rels/.rels': '<Relationships/>', [part]: '<x/>' });
}

function tarOf(name: string, text: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(`${name}\0`);
  header.write('0000644\x000000000\x000000000\x00', 100);
  header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, Buffer.from(text.padEnd(1536, '\0'))]);
}

/** A compound file of Office 97 with one stream: header, allocation table, directory. */
export function compoundFileOf(...streams: string[]): Buffer {
  const [header, table, directory] = [Buffer.alloc(512), Buffer.alloc(512, 0xff), Buffer.alloc(512)];
  header.write('d0cf11e0a1b11ae1', 'hex');
  [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ].forEach(([at, value]) => header.writeUInt16LE(value!, at));
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0xfffffffe, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  table.writeUInt32LE(0xfffffffd, 0);
  table.writeUInt32LE(0xfffffffe, 4);
  ['Root Entry', ...streams].forEach((name, index) => {
    const at = index * 128;
    directory.write(name, at, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, at + 64);
    directory.writeUInt8(index === 0 ? 5 : 2, at + 66);
    directory.fill(0xff, at + 68, at + 80);
    if (index === 0) directory.writeUInt32LE(1, at + 76);
    else if (index < streams.length) directory.writeUInt32LE(index + 1, at + 72);
  });
  return Buffer.concat([header, table, directory]);
}
