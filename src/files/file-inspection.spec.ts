import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compoundFileOf, SAMPLES, zipOf } from '../../test/support/sample-files';
import { inspectFile } from './file-inspection';
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
    ['a.png', 'png', 'image/png'],
    ['a.gif', 'gif', 'image/gif'],
    ['a.webp', 'webp', 'image/webp'],
    ['a.heic', 'heic', 'image/heic'],
    ['a.heic', 'heif', 'image/heic'],
    ['a.heif', 'heif', 'image/heic'],
    ['a.avif', 'avif', 'image/avif'],
    ['a.tif', 'tiff', 'image/tiff'],
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
    ['a.mp3', 'mp3', 'audio/mpeg'],
    ['a.m4a', 'm4a', 'audio/mp4'],
    ['a.m4a', 'mp4', 'audio/mp4'],
    ['a.wav', 'wav', 'audio/wav'],
    ['a.ogg', 'ogg', 'audio/ogg'],
    ['a.flac', 'flac', 'audio/flac'],
    ['a.mp4', 'mp4', 'video/mp4'],
    ['a.mov', 'mov', 'video/quicktime'],
    ['a.webm', 'webm', 'video/webm'],
    ['PHOTO.JPG', 'jpeg', 'image/jpeg'],
    ['malware.exe.pdf', 'pdf', 'application/pdf'],
  ])('%s with the content of %s is %s', async (filename, sample, mediaType) => {
    expect(await decided(filename, SAMPLES[sample])).toEqual({ isAccepted: true, mediaType });
  });

  it.each<[string, Sample, string]>([
    ['a.zip', 'zip', 'application/zip'],
    ['a.7z', 'sevenZip', 'application/x-7z-compressed'],
    ['a.rar', 'rar', 'application/vnd.rar'],
    ['a.tar.gz', 'gzip', 'application/gzip'],
    ['a.tar', 'tar', 'application/x-tar'],
  ])('%s with the content of %s is %s where the field names it, and refused elsewhere', async (filename, sample, mediaType) => {
    const accepted = { isAccepted: true, mediaType };
    expect(await decided(filename, SAMPLES[sample], [`.${filename.split('.').at(-1)}`])).toEqual(accepted);
    expect(await decided(filename, SAMPLES[sample], [mediaType])).toEqual(accepted);
    expect(await decided(filename, SAMPLES[sample], ['application/*'])).toMatchObject({ isAccepted: false });
    expect(await decided(filename, SAMPLES[sample])).toMatchObject({ isAccepted: false });
  });
});

describe('a file whose content is not what its extension says', () => {
  it.each<[string, Sample, string]>([
    ['a.png', 'jpeg', 'image/jpeg'],
    ['a.png', 'svg', 'text/plain'],
    ['a.png', 'html', 'text/plain'],
    ['a.pdf', 'html', 'text/plain'],
    ['a.pdf', 'exe', 'application/x-msdownload'],
    ['a.jpg', 'elf', 'application/x-elf'],
    ['a.txt', 'exe', 'application/x-msdownload'],
    ['a.csv', 'png', 'image/png'],
    ['a.docx', 'zip', 'application/zip'],
    ['a.docx', 'xlsx', `${OOXML}.spreadsheetml.sheet`],
    ['a.docx', 'docm', 'application/vnd.ms-word.document.macroenabled.12'],
    ['a.docx', 'jar', 'application/java-archive'],
    ['a.docx', 'doc', 'application/msword'],
    ['a.doc', 'docx', `${OOXML}.wordprocessingml.document`],
    ['a.doc', 'msi', 'application/x-cfb'],
    ['a.doc', 'xls', 'application/vnd.ms-excel'],
    ['a.mp3', 'mp4', 'video/mp4'],
    ['a.jpg', 'gifWithScript', 'image/gif'],
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
    expect(await decided('a.gif', SAMPLES.gifWithScript)).toEqual({ isAccepted: true, mediaType: 'image/gif' });
    expect(await decided('a.pdf', SAMPLES.pdfWithHtml)).toEqual({ isAccepted: true, mediaType: 'application/pdf' });
    expect(await decided('a.js', SAMPLES.gifWithScript)).toMatchObject({ isAccepted: false });
    expect(await decided('a.html', SAMPLES.pdfWithHtml)).toMatchObject({ isAccepted: false });
  });
});

describe('text', () => {
  it.each(['BM is not a bitmap', 'MZ,1', 'GIF or PNG', 'The free lunch', 'solid work', 'ID3', '# heading', '<p>'])(
    'may begin with what a signature begins with: %s',
    async (text) => {
      expect(await decided('a.txt', Buffer.from(text))).toEqual({ isAccepted: true, mediaType: 'text/plain' });
    },
  );

  it.each([
    ['application/pdf', '%PDF-1.7\n1 0 obj <<>> endobj\n%%EOF'],
    ['application/rtf', '{\\rtf1 text}'],
    ['application/postscript', '%!PS-Adobe-3.0\nshowpage'],
    ['application/xml', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('is refused when it is a document of the type %s', async (found, text) => {
    for (const name of ['a.csv', 'a.txt', 'a.md']) {
      const refused = { isAccepted: false, code: 'file_content_differs', found };
      expect(await decided(name, Buffer.from(text))).toMatchObject(refused);
    }
  });

  it('may be long and have characters on the borders of the portions that are read', async () => {
    expect(await inspected(Buffer.from('a' + 'é€😀'.repeat(100_000)))).toMatchObject({ isText: true });
  });

  it.each([
    ['with NUL', Buffer.from('a\0b')],
    ['in Latin-1', Buffer.from('Grüße', 'latin1')],
    ['in UTF-16', Buffer.from('\ufeffabc', 'utf16le')],
    ['cut within a character', Buffer.from('abc€').subarray(0, -1)],
    ['with NUL far behind', Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from('\0')])],
  ])('%s is refused', async (_, bytes) => {
    expect(await decided('a.txt', bytes)).toMatchObject({ isAccepted: false });
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
