import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { compoundFileOf, SAMPLES, zipOf } from '../../test/support/sample-files';
import { ACCEPTED_EXTENSIONS } from './allowed-file-types.rules';
import { inspectFile } from './file-inspection';
import { extensionOf } from './file-name.rules';
import { fileTypeDecision } from './file-type.rules';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'inspection-'))));
afterAll(() => rm(folder, { recursive: true }));

async function inspected(bytes: Buffer) {
  const path = join(folder, randomBytes(8).toString('hex'));
  await writeFile(path, bytes);
  return inspectFile(path);
}

const decided = async (filename: string, bytes: Buffer, accept: string[] | null = null) =>
  fileTypeDecision(filename, await inspected(bytes), accept);

type Sample = keyof typeof SAMPLES;

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

describe('a file whose extension and content agree', () => {
  it.each<[string, Sample, string]>([
    ['a.jpg', 'jpeg', 'image/jpeg'],
    ['a.jpeg', 'jpeg', 'image/jpeg'],
    ['a.jfif', 'jpeg', 'image/jpeg'],
    ['a.jpe', 'jpeg', 'image/jpeg'],
    ['a.png', 'png', 'image/png'],
    ['a.gif', 'gif', 'image/gif'],
    ['a.webp', 'webp', 'image/webp'],
    ['a.heic', 'heic', 'image/heic'],
    ['a.heic', 'heif', 'image/heic'],
    ['a.heif', 'heif', 'image/heic'],
    ['a.avif', 'avif', 'image/avif'],
    ['a.tif', 'tiff', 'image/tiff'],
    ['a.tiff', 'tiff', 'image/tiff'],
    ['a.bmp', 'bmp', 'image/bmp'],
    ['a.pdf', 'pdf', 'application/pdf'],
    ['a.doc', 'doc', 'application/msword'],
    ['a.docx', 'docx', `${OOXML}.wordprocessingml.document`],
    ['a.xls', 'xls', 'application/vnd.ms-excel'],
    ['a.xlsx', 'xlsx', `${OOXML}.spreadsheetml.sheet`],
    ['a.ppt', 'ppt', 'application/vnd.ms-powerpoint'],
    ['a.pptx', 'pptx', `${OOXML}.presentationml.presentation`],
    ['a.odt', 'odt', `${ODF}.text`],
    ['a.ods', 'ods', `${ODF}.spreadsheet`],
    ['a.odp', 'odp', `${ODF}.presentation`],
    ['a.rtf', 'rtf', 'application/rtf'],
    ['a.txt', 'text', 'text/plain'],
    ['a.md', 'text', 'text/markdown'],
    ['a.csv', 'text', 'text/csv'],
    ['a.log', 'text', 'text/plain'],
    ['a.ics', 'calendar', 'text/calendar'],
    ['a.ics', 'text', 'text/calendar'],
    ['a.vcf', 'contact', 'text/vcard'],
    ['a.mp3', 'mp3', 'audio/mpeg'],
    ['a.m4a', 'm4a', 'audio/mp4'],
    ['a.m4a', 'mp4', 'audio/mp4'],
    ['a.wav', 'wav', 'audio/wav'],
    ['a.ogg', 'ogg', 'audio/ogg'],
    ['a.oga', 'ogg', 'audio/ogg'],
    ['a.opus', 'opus', 'audio/ogg'],
    ['a.aac', 'aac', 'audio/aac'],
    ['a.amr', 'amr', 'audio/amr'],
    ['a.flac', 'flac', 'audio/flac'],
    ['a.mp4', 'mp4', 'video/mp4'],
    ['a.mp4', 'm4v', 'video/mp4'],
    ['a.m4v', 'm4v', 'video/mp4'],
    ['a.m4v', 'mp4', 'video/mp4'],
    ['a.mov', 'mov', 'video/quicktime'],
    ['a.3gp', 'threeGp', 'video/3gpp'],
    ['a.3g2', 'threeG2', 'video/3gpp2'],
    ['a.webm', 'webm', 'video/webm'],
    ['PHOTO.JPG', 'jpeg', 'image/jpeg'],
    ['malware.exe.pdf', 'pdf', 'application/pdf'],
  ])('%s with the content of %s is %s', async (filename, sample, mediaType) => {
    expect(await decided(filename, SAMPLES[sample])).toEqual({ isAccepted: true, mediaType, filename });
  });

  it.each<[string, Sample, string]>([
    ['a.zip', 'zip', 'application/zip'],
    ['a.7z', 'sevenZip', 'application/x-7z-compressed'],
    ['a.rar', 'rar', 'application/vnd.rar'],
    ['a.tar.gz', 'gzip', 'application/gzip'],
    ['a.tar', 'tar', 'application/x-tar'],
  ])('%s with the content of %s is %s where the field names it, and refused elsewhere', async (filename, sample, mediaType) => {
    const accepted = { isAccepted: true, mediaType, filename };
    expect(await decided(filename, SAMPLES[sample], [`.${filename.split('.').at(-1)}`])).toEqual(accepted);
    expect(await decided(filename, SAMPLES[sample], [mediaType])).toEqual(accepted);
    expect(await decided(filename, SAMPLES[sample], ['application/*'])).toMatchObject({ isAccepted: false });
    expect(await decided(filename, SAMPLES[sample])).toMatchObject({ isAccepted: false });
  });
});

describe('a file whose content is of another accepted type than its extension', () => {
  it.each<[string, Sample, string]>([
    ['IMG_0001.JPG', 'heic', 'IMG_0001.heic'],
    ['a.png', 'jpeg', 'a.jpg'],
    ['a.csv', 'png', 'a.png'],
    ['a.jpg', 'gifWithScript', 'a.gif'],
    ['a.jpg', 'bmp', 'a.bmp'],
    ['a.docx', 'xlsx', 'a.xlsx'],
    ['a.docx', 'doc', 'a.doc'],
    ['a.doc', 'docx', 'a.docx'],
    ['a.doc', 'xls', 'a.xls'],
    ['a.doc', 'rtf', 'a.rtf'],
    ['a.txt', 'pdf', 'a.pdf'],
    ['a.mp3', 'mp4', 'a.mp4'],
    ['a.mp4', 'mov', 'a.mov'],
    ['a.mp4', 'm4a', 'a.m4a'],
    ['a.3gp', 'mp4', 'a.mp4'],
    ['a.wav', 'opus', 'a.opus'],
    ['a.mp3', 'aac', 'a.aac'],
    ['blob', 'png', 'blob.png'],
    ['recording', 'webm', 'recording.webm'],
    ['README', 'text', 'README.txt'],
    ['invite', 'calendar', 'invite.ics'],
    ['ada', 'contact', 'ada.vcf'],
  ])('%s with the content of %s is called %s', async (filename, sample, repaired) => {
    expect(await decided(filename, SAMPLES[sample])).toMatchObject({ isAccepted: true, filename: repaired });
  });
});

it('knows pictures of every brand', async () => {
  for (const brand of ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']) {
    const picture = Buffer.from(SAMPLES.heic.toString('latin1').replaceAll('heic', brand), 'latin1');
    expect(await decided('IMG_1.JPG', picture)).toMatchObject({ mediaType: 'image/heic', filename: 'IMG_1.heic' });
  }
});

describe('a file whose content is not accepted', () => {
  it.each<[string, Sample, string]>([
    ['a.png', 'text', 'text/plain'],
    ['a.png', 'latin1', 'text/plain'],
    ['a.mp3', 'utf16', 'text/plain'],
    ['a.bmp', 'latin1', 'text/plain'],
    ['a.pdf', 'calendar', 'text/plain'],
    ['a.png', 'svg', 'image/svg+xml'],
    ['a.txt', 'svg', 'image/svg+xml'],
    ['a.png', 'html', 'text/html'],
    ['a.pdf', 'html', 'text/html'],
    ['a.xls', 'html', 'text/html'],
    ['a.txt', 'html', 'text/html'],
    ['a.md', 'htmlInUtf16', 'text/html'],
    ['a.csv', 'xml', 'application/xml'],
    ['a.pdf', 'exe', 'application/x-msdownload'],
    ['a.jpg', 'elf', 'application/x-elf'],
    ['a.txt', 'exe', 'application/x-msdownload'],
    ['a.txt', 'reg', 'application/x-ms-regedit'],
    ['a.docx', 'zip', 'application/zip'],
    ['a.docx', 'docm', 'application/vnd.ms-word.document.macroenabled.12'],
    ['a.docx', 'jar', 'application/java-archive'],
    ['a.doc', 'msi', 'application/x-cfb'],
  ])('%s with the content of %s is refused and %s is named', async (filename, sample, found) => {
    const extension = filename.slice(1);
    const message = `This file must contain what its extension ${extension} says, but ${found} was found.`;
    expect(await decided(filename, SAMPLES[sample])).toEqual({
      isAccepted: false,
      code: 'file_content_differs',
      message,
      found,
    });
  });

  it('is refused when a ZIP archive is named and a program in a ZIP container comes', async () => {
    expect(await decided('a.zip', SAMPLES.jar, ['.zip'])).toMatchObject({ isAccepted: false });
  });
});

describe('a file that is two things at once', () => {
  it('is only what its signature says', async () => {
    expect(await decided('a.gif', SAMPLES.gifWithScript)).toEqual({ isAccepted: true, mediaType: 'image/gif', filename: 'a.gif' });
    expect(await decided('a.pdf', SAMPLES.pdfWithHtml)).toMatchObject({ isAccepted: true, filename: 'a.pdf' });
    expect(await decided('a.js', SAMPLES.gifWithScript)).toMatchObject({ isAccepted: false });
    expect(await decided('a.html', SAMPLES.pdfWithHtml)).toMatchObject({ isAccepted: false });
  });
});

describe('text', () => {
  it.each(['BM is not a bitmap', 'MZ,1', 'GIF or PNG', 'The free lunch', 'solid work', 'ID3', '# heading', '<p>'])(
    'may begin with what a signature begins with: %s',
    async (text) => {
      expect(await decided('a.txt', Buffer.from(text))).toEqual({ isAccepted: true, mediaType: 'text/plain', filename: 'a.txt' });
    },
  );

  it.each([
    ['application/postscript', '%!PS-Adobe-3.0\nshowpage'],
    ['application/xml', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['application/xml', '\ufeff\n<!DOCTYPE math>'],
    ['text/html', '<!-- a --><!-- b -->\n\t<!DOCTYPE  html>'],
    ['text/html', '<HTML>'],
    ['text/html', ' <script>alert(1)</script>'],
    ['text/html', '<title>a</title>'],
    ['image/svg+xml', '<!doctype svg><svg/>'],
    ['image/svg+xml', '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>'],
  ])('is refused when it is a document of the type %s', async (found, text) => {
    for (const name of ['a.csv', 'a.txt', 'a.md', 'a.ics', 'a.vcf', 'a.log']) {
      const refused = { isAccepted: false, code: 'file_content_differs', found };
      expect(await decided(name, Buffer.from(text))).toMatchObject(refused);
      if (text.includes('<')) expect(await decided(name, Buffer.from(`\ufeff${text}`, 'utf16le'))).toMatchObject(refused);
    }
    expect(await decided('a', Buffer.from(text))).toMatchObject({ isAccepted: false, code: 'file_type_not_allowed', found });
  });

  it('may have markup in it', async () => {
    for (const text of ['# A\n<script>', '<p align="center">', '<header>', '<!-- a -->\n# A', 'a <html>', '<!--'.repeat(2000)]) {
      expect(await decided('a.md', Buffer.from(text))).toMatchObject({ isAccepted: true });
    }
  });

  it('may be long and have characters on the borders of the portions that are read', async () => {
    expect(await inspected(Buffer.from('a' + 'é€😀'.repeat(100_000)))).toMatchObject({ text: 'utf-8' });
    expect(await inspected(Buffer.from('\ufeffa' + 'é€😀'.repeat(100_000), 'utf16le'))).toMatchObject({ text: 'other' });
  });

  it.each<[string, Buffer]>([
    ['windows-1252', Buffer.from('Grüße \x80 \x96', 'latin1')],
    ['windows-1251 that begins like AAC', Buffer.from([0xff, 0xf1, 0xed, 0xee])],
    ['windows-1251 that begins like MP3', Buffer.from([0xff, 0xfb, 0x20, 0xe0])],
    ['Latin-1 that begins like a bitmap', SAMPLES.latin1],
    ['UTF-16, little endian', SAMPLES.utf16],
    ['UTF-16, big endian', Buffer.from(SAMPLES.utf16).swap16()],
    ['Shift JIS', Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0d, 0x0a, 0x0c, 0x09])],
    ['UTF-8 that is cut within a character', Buffer.from('abc€').subarray(0, -1)],
  ])('may be %s, and is given to readers as bytes then', async (_, bytes) => {
    for (const filename of ['a.txt', 'a.md', 'a.csv', 'a.ics', 'a.vcf', 'a.log']) {
      expect(await decided(filename, bytes)).toEqual({ isAccepted: true, mediaType: 'application/octet-stream', filename });
    }
    expect(await decided('a', bytes)).toMatchObject({ filename: 'a.txt' });
    for (const filename of ['a.png', 'a.mp3', 'a.bmp', 'a.doc']) {
      expect(await decided(filename, bytes)).toMatchObject({ isAccepted: false, found: 'text/plain' });
    }
  });

  it.each([
    ['with NUL', Buffer.from('a\0b')],
    ['in UTF-16 without a mark', Buffer.from('abc', 'utf16le')],
    ['in UTF-16 that is cut within a character', SAMPLES.utf16.subarray(0, -1)],
    ['in Latin-1 with a control character', Buffer.from('Grüße\x1b', 'latin1')],
    ['in Latin-1 with a control character far behind', Buffer.concat([Buffer.alloc(300_000, 'ä', 'latin1'), Buffer.from('\x7f')])],
    ['with NUL far behind', Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from('\0')])],
  ])('%s is refused', async (_, bytes) => {
    for (const filename of ['a.txt', 'a']) expect(await decided(filename, bytes)).toMatchObject({ isAccepted: false });
  });
});

describe('whatever comes', () => {
  const ACTIVE = ['exe', 'elf', 'lnk', 'wasm', 'javaClass', 'reg', 'xml', 'svg', 'html', 'htmlInUtf16', 'docm', 'jar', 'msi'] as const;
  const ARCHIVES = ['zip', 'gzip', 'tar', 'sevenZip', 'rar'] as const;
  const samples = fc.constantFrom(...(Object.keys(SAMPLES) as Sample[]));
  const extensions = fc.oneof(
    fc.constantFrom(...ACCEPTED_EXTENSIONS, '', '.', '.2026', '.html', '.svg', '.exe', '.js', '.docm', '.xyz', '.PNG'),
    fc.string({ maxLength: 5 }).map((text) => `.${text}`),
  );
  const accepts = fc.option(
    fc.array(fc.constantFrom(...ACCEPTED_EXTENSIONS, 'image/*', 'application/*', 'text/*', '.svg', 'text/html', '.exe', '*/*'), {
      minLength: 1,
      maxLength: 4,
    }),
  );

  it('is accepted under an extension of what it is, and never when it is active', async () => {
    await fc.assert(
      fc.asyncProperty(samples, fc.constantFrom('a', 'a.html', 'Ä b', ''), extensions, accepts, async (sample, base, extension, accept) => {
        const decision = await decided(`${base}${extension}`, SAMPLES[sample], accept);
        if (!decision.isAccepted) return;
        expect(ACTIVE).not.toContain(sample);
        expect(ACCEPTED_EXTENSIONS).toContain(extensionOf(decision.filename));
        if ((ARCHIVES as readonly string[]).includes(sample)) expect(accept).not.toBeNull();
        const again = await decided(decision.filename, SAMPLES[sample], accept);
        expect(again).toEqual(decision);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an empty file', () => {
  it.each(['a.png', 'a.txt', 'a.pdf'])('named %s is refused', async (filename) => {
    expect(await decided(filename, Buffer.alloc(0))).toEqual({
      isAccepted: false,
      code: 'file_empty',
      message: 'This file must not be empty.',
      found: 'nothing',
    });
  });
});

describe('an Office document', () => {
  const types = (kind: string) => `<Types><Override ContentType="${OOXML}.${kind}.main+xml"/></Types>`;

  it('is recognised when large pictures come first and the sizes are behind the content, as Google exports it', async () => {
    const files = {
      'ppt/media/image1.png': randomBytes(3 * 1024 * 1024),
      'ppt/presentation.xml': '<p/>',
      '[Content_Types].xml': types('presentationml.presentation'),
    };
    expect((await inspected(zipOf(files, true))).signature).toBe(`${OOXML}.presentationml.presentation`);
  });

  it('with macros is never recognised as one without', async () => {
    const files = {
      'word/media/image1.png': randomBytes(3 * 1024 * 1024),
      'word/document.xml': '<w/>',
      'word/vbaProject.bin': 'macro',
      '[Content_Types].xml': types('wordprocessingml.document'),
    };
    expect((await inspected(zipOf(files, true))).signature).toBe('application/zip');
  });

  it('of Office 97 counts as what is at its root, not as what is embedded in it', async () => {
    expect((await inspected(compoundFileOf('Notes', 'WordDocument'))).signature).toBe('application/msword');
    const embedding = compoundFileOf('Workbook', 'WordDocument');
    embedding.writeUInt32LE(0xffffffff, 1024 + 128 + 72); // nothing beside the first stream
    expect((await inspected(embedding)).signature).toBe('application/vnd.ms-excel');
  });
});

describe('a file that is not there', () => {
  it('is an error and not an unknown type', async () => {
    await expect(inspectFile(join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('damaged content', () => {
  it.each(Object.entries(SAMPLES))('does not make the inspection fail (%s)', async (_, bytes) => {
    for (let cut = 0; cut < bytes.length; cut += 1 + Math.floor(bytes.length / 12)) {
      await inspected(bytes.subarray(0, cut));
      const damaged = Buffer.from(bytes);
      damaged.subarray(cut, cut + 8).fill(0xff);
      await inspected(damaged);
    }
  });

  it('ends the reading of a directory that refers to itself', async () => {
    const bytes = compoundFileOf('Data');
    bytes.writeUInt32LE(1, 512 + 4);
    bytes.writeUInt32LE(1, 1024 + 128 + 68);
    expect((await inspected(bytes)).signature).toBe('application/x-cfb');
  });
});
