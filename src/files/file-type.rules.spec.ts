import { FILE_TYPE_GROUPS } from './allowed-file-types.rules';
import { fileTypeDecision, isUsefulAcceptEntry, offeredBy, type FileContent } from './file-type.rules';

const content = (signature: string): FileContent => ({ size: 70, signature, text: null });
const png = content('image/png');
const text: FileContent = { size: 5, signature: null, text: 'utf-8' };
const accepted = (mediaType: string, filename: string) => ({ isAccepted: true, mediaType, filename });

describe('the table of types', () => {
  const types = FILE_TYPE_GROUPS.flatMap((group) => group.types);

  it('has each extension once, in lower case', () => {
    const extensions = types.flatMap((type) => type.extensions);
    expect(new Set(extensions).size).toBe(extensions.length);
    expect(extensions.every((extension) => /^\.[a-z0-9]+$/.test(extension))).toBe(true);
  });

  it.each(['.html', '.htm', '.xhtml', '.svg', '.xml', '.js', '.exe', '.msi', '.bat', '.sh', '.jar', '.docm'])('has no %s', (extension) => {
    expect(types.some((type) => type.extensions.includes(extension))).toBe(false);
    expect(isUsefulAcceptEntry(extension)).toBe(false);
  });

  it('recognises each media type as one type', () => {
    const recognised = types.flatMap((type) => type.recognisedAs);
    expect(new Set(recognised).size).toBe(recognised.length);
  });

  it('has extensions of its types only for what is recognised as them', () => {
    for (const { extensions, recognisedAs, extensionOf = {} } of types) {
      expect(recognisedAs).toEqual(expect.arrayContaining(Object.keys(extensionOf)));
      expect(extensions).toEqual(expect.arrayContaining(Object.values(extensionOf)));
    }
  });
});

describe('a file name', () => {
  it.each([
    ['page.html', '.html'],
    ['image.svg', '.svg'],
    ['photo.png.exe', '.exe'],
    ['photo.jpg.svg', '.svg'],
    ['.htaccess', '.htaccess'],
    ['.png', '.png'],
    ['. png', '. png'],
    ['archive.zip', '.zip'],
  ])('%s is refused whatever its content is', (filename, extension) => {
    const message = `This file must not be of the type ${extension}.`;
    expect(fileTypeDecision(filename, png, null)).toEqual({
      isAccepted: false,
      code: 'file_type_not_allowed',
      message,
      found: 'image/png',
    });
  });

  it('decides by its last extension, in any case of letters', () => {
    expect(fileTypeDecision('index.html.PNG', png, null)).toEqual(accepted('image/png', 'index.html.PNG'));
  });

  it.each([
    ['IMG_0001.JPG', 'IMG_0001.png'],
    ['a.tar.pdf', 'a.tar.png'],
    ['invoice.exe.txt', 'invoice.exe.png'],
    ['.hidden.pdf', '.hidden.png'],
    ['photo .jpg', 'photo .png'],
    [`${'ä'.repeat(195)}.jpg`, `${'ä'.repeat(195)}.png`],
    ['x'.repeat(200), `${'x'.repeat(196)}.png`],
    ['photo', 'photo.png'],
    ['Scan 12.03.2026', 'Scan 12.03.2026.png'],
    ['Dr. Ada CV', 'Dr. Ada CV.png'],
  ])('%s with the content of a PNG image becomes %s', (filename, repaired) => {
    expect(fileTypeDecision(filename, png, null)).toEqual(accepted('image/png', repaired));
  });

  it('without an extension gets none for what is not accepted', () => {
    const message = 'This file must be of a type that is accepted, but application/x-msdownload was found.';
    const refused = { isAccepted: false, code: 'file_type_not_allowed', message };
    expect(fileTypeDecision('photo', content('application/x-msdownload'), null)).toMatchObject(refused);
  });

  it.each([
    ['photo', 'image/jpeg', 'photo.jpg'],
    ['photo.JFIF', 'image/jpeg', 'photo.JFIF'],
    ['a.jpg', 'image/heif', 'a.heic'],
    ['a.heif', 'image/heic', 'a.heif'],
    ['a.avif', 'image/heif', 'a.avif'],
    ['a.mp4', 'video/quicktime', 'a.mov'],
    ['a.mov', 'video/mp4', 'a.mp4'],
    ['a.m4v', 'video/mp4', 'a.m4v'],
    ['a.m4a', 'video/mp4', 'a.m4a'],
    ['a.jpg', 'video/x-m4v', 'a.m4v'],
    ['a.jpg', 'video/mp4', 'a.mp4'],
    ['a.mp4', 'audio/x-m4a', 'a.m4a'],
    ['a.mp3', 'audio/ogg; codecs=opus', 'a.opus'],
    ['a.oga', 'audio/ogg; codecs=opus', 'a.oga'],
    ['a.mp3', 'audio/ogg', 'a.ogg'],
    ['a.mp4', 'video/3gpp', 'a.3gp'],
  ])('%s with the content of %s becomes %s', (filename, signature, repaired) => {
    expect(fileTypeDecision(filename, content(signature), null)).toMatchObject({ isAccepted: true, filename: repaired });
  });
});

describe('an accept list', () => {
  it.each([['.png'], ['.PNG'], ['image/png'], ['Image/PNG'], ['image/*']])('with %s takes a PNG image', (entry) => {
    expect(fileTypeDecision('a.png', png, ['.pdf', entry])).toEqual(accepted('image/png', 'a.png'));
  });

  it.each(['.jpg', 'image/jpeg', 'audio/*', 'png', 'image/', '*/*', '*'])('with %s alone does not', (entry) => {
    const message = `This file must be of one of the types ${entry}.`;
    expect(fileTypeDecision('a.png', png, [entry])).toEqual({
      isAccepted: false,
      code: 'file_type_not_accepted',
      message,
      found: 'image/png',
    });
  });

  it('counts by what the content is, whatever the file is called', () => {
    expect(fileTypeDecision('a.pdf', png, ['image/*'])).toEqual(accepted('image/png', 'a.png'));
    expect(fileTypeDecision('a.png', content('application/pdf'), ['image/*'])).toMatchObject({ code: 'file_content_differs' });
    expect(fileTypeDecision('a.txt', content('application/pdf'), ['image/*'])).toMatchObject({ code: 'file_type_not_accepted' });
  });

  it.each(['.jpg', '.jpeg', '.jfif', '.JPE', 'image/jpg', 'image/jpeg'])(
    'with %s names the type, whichever extension a file has',
    (entry) => {
      for (const filename of ['a.jpg', 'a.jpeg', 'a.jfif', 'a.JPE']) {
        expect(fileTypeDecision(filename, content('image/jpeg'), [entry])).toEqual(accepted('image/jpeg', filename));
      }
    },
  );

  it('decides over text by its name, and by its content where it has none', () => {
    expect(fileTypeDecision('a.txt', text, ['.csv'])).toMatchObject({ code: 'file_type_not_accepted' });
    expect(fileTypeDecision('a.log', text, ['.txt'])).toEqual(accepted('text/plain', 'a.log'));
    expect(fileTypeDecision('a', text, null)).toEqual(accepted('text/plain', 'a.txt'));
    expect(fileTypeDecision('a', text, ['.csv'])).toEqual(accepted('text/csv', 'a.csv'));
    const calendar: FileContent = { ...text, signature: 'text/calendar' };
    expect(fileTypeDecision('a', calendar, null)).toEqual(accepted('text/calendar', 'a.ics'));
    expect(fileTypeDecision('a.txt', calendar, null)).toEqual(accepted('text/plain', 'a.txt'));
    expect(fileTypeDecision('a.txt', calendar, ['.ics'])).toEqual(accepted('text/calendar', 'a.ics'));
    expect(fileTypeDecision('a.png', calendar, null)).toMatchObject({ code: 'file_content_differs', found: 'text/plain' });
  });

  it('knows the other names of media types', () => {
    expect(fileTypeDecision('a.wav', content('audio/wav'), ['audio/x-wav'])).toEqual(accepted('audio/wav', 'a.wav'));
    expect(fileTypeDecision('a.csv', text, ['text/*'])).toEqual(accepted('text/csv', 'a.csv'));
  });

  it('takes an archive by its content and its name', () => {
    const accept = ['.zip', '.7z', '.docx', '.pdf'];
    expect(fileTypeDecision('a.zip', content('application/x-7z-compressed'), accept)).toMatchObject({ filename: 'a.7z' });
    expect(fileTypeDecision('a', content('application/zip'), accept)).toMatchObject({ filename: 'a.zip' });
    expect(fileTypeDecision('a.zip', content('application/pdf'), accept)).toMatchObject({ filename: 'a.pdf' });
    expect(fileTypeDecision('a.docx', content('application/zip'), accept)).toMatchObject({ code: 'file_content_differs' });
    expect(fileTypeDecision('a.rar', content('application/zip'), accept)).toMatchObject({ code: 'file_type_not_accepted' });
  });

  it('never makes a type acceptable that the service does not know', () => {
    expect(fileTypeDecision('a.svg', text, ['.svg', 'image/svg+xml', 'image/*'])).toMatchObject({ isAccepted: false });
  });
});

describe('an entry of an accept list', () => {
  it.each(['.pdf', '.PDF', 'image/png', 'image/*', 'video/*', 'application/*', '.zip', 'application/zip', 'audio/mp3'])(
    '%s is of use',
    (entry) => expect(isUsefulAcceptEntry(entry)).toBe(true),
  );

  it.each(['.svg', 'image/svg+xml', 'text/html', 'model/*', '*/*', '', '.', 'pdf'])('%j is not', (entry) =>
    expect(isUsefulAcceptEntry(entry)).toBe(false),
  );
});

describe('a file chooser', () => {
  it('offers every extension and the media type of what a list names, and keeps what it does not know', () => {
    expect(offeredBy(['.JPG', 'x/y'])).toEqual(['.JPG', '.jpg', '.jpeg', '.jfif', '.jpe', 'image/jpeg', 'x/y']);
    expect(offeredBy(['video/*'])).toEqual(expect.arrayContaining(['video/*', '.mp4', '.m4v', '.mov', '.3gp', 'video/webm']));
    expect(offeredBy(['application/*'])).not.toContain('.zip');
  });
});
