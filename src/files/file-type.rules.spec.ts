import { FILE_TYPE_GROUPS } from './allowed-file-types.rules';
import { fileTypeDecision, isUsefulAcceptEntry } from './file-type.rules';

const png = { size: 70, signature: 'image/png', isText: false };
const text = { size: 5, signature: null, isText: true };
const accepted = (mediaType: string) => ({ isAccepted: true, mediaType });

describe('the table of types', () => {
  const types = FILE_TYPE_GROUPS.flatMap((group) => group.types);

  it('has each extension once, in lower case', () => {
    const extensions = types.flatMap((type) => type.extensions);
    expect(new Set(extensions).size).toBe(extensions.length);
    expect(extensions.every((extension) => /^\.[a-z0-9]+$/.test(extension))).toBe(true);
  });

  it.each(['.html', '.htm', '.xhtml', '.svg', '.xml', '.js', '.exe', '.msi', '.bat', '.sh', '.jar', '.docm', '.bmp'])(
    'has no %s',
    (extension) => {
      expect(types.some((type) => type.extensions.includes(extension))).toBe(false);
      expect(isUsefulAcceptEntry(extension)).toBe(false);
    },
  );
});

describe('a file name', () => {
  it.each([
    ['page.html', '.html'],
    ['image.svg', '.svg'],
    ['photo.png.exe', '.exe'],
    ['.htaccess', '.htaccess'],
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

  it.each(['photo.png.', 'photo', 'png'])('%s is told that it has no extension', (filename) => {
    const message = 'This file must have an extension, such as .pdf, in its name.';
    expect(fileTypeDecision(filename, png, null)).toMatchObject({ code: 'file_type_not_allowed', message });
  });

  it('decides by its last extension, in any case of letters', () => {
    expect(fileTypeDecision('index.html.PNG', png, null)).toEqual(accepted('image/png'));
  });
});

describe('an accept list', () => {
  it.each([['.png'], ['.PNG'], ['image/png'], ['Image/PNG'], ['image/*']])('with %s takes a PNG image', (entry) => {
    expect(fileTypeDecision('a.png', png, ['.pdf', entry])).toEqual(accepted('image/png'));
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

  it('counts by what the file is called, and the content is checked all the same', () => {
    expect(fileTypeDecision('a.pdf', png, ['.pdf', 'image/*'])).toMatchObject({
      isAccepted: false,
      found: 'image/png',
    });
  });

  it('knows the other names of media types', () => {
    const wav = { size: 44, signature: 'audio/wav', isText: false };
    expect(fileTypeDecision('a.wav', wav, ['audio/x-wav'])).toEqual(accepted('audio/wav'));
    expect(fileTypeDecision('a.csv', text, ['text/*'])).toEqual(accepted('text/csv'));
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
