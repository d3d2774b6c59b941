import { parse } from 'content-disposition';
import fc from 'fast-check';
import { attachmentDisposition, extensionOf, keptFileName } from './file-name.rules';

describe('the kept name of a file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\report.pdf', 'report.pdf'],
    ['a/b\\c/d.png', 'd.png'],
    ['folder/', 'file'],
    ['', 'file'],
    ['.', 'file'],
    ['..', 'file'],
    ['   ', 'file'],
    ['\0\u202e', 'file'],
    ['.htaccess', '.htaccess'],
    ['CON', 'CON'],
    ['report.pdf. . ', 'report.pdf'],
    ['  report.pdf', 'report.pdf'],
    ['re\r\nport\x7f.pdf', 'report.pdf'],
    ['report.pdf\0.exe', 'report.pdf.exe'],
    ['report\u202efdp.exe', 'reportfdp.exe'],
    ['a\u2066b\u2069c\u200e.txt', 'abc.txt'],
    ['\ufeffa\u2028b.txt', 'ab.txt'],
    ['u\u0308ber.txt', 'über.txt'],
    ['👨\u200d👩\u200d👧.png', '👨\u200d👩\u200d👧.png'],
    ['\ud800.txt', '\ufffd.txt'],
    ['%2e%2e%2fa.txt', '%2e%2e%2fa.txt'],
    ['<b>"x"</b>.txt', 'b>.txt'],
  ])('of %j is %j', (declared, kept) => {
    expect(keptFileName(declared)).toBe(kept);
  });

  it('has at most 200 code points and keeps its extension', () => {
    const name = keptFileName(`${'😀'.repeat(300)}.jpeg`);
    expect([...name]).toHaveLength(200);
    expect(name).toBe(`${'😀'.repeat(195)}.jpeg`);
    expect(keptFileName(`${'a'.repeat(196)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
  });

  it('is cut at its end when its extension is endless', () => {
    expect(keptFileName(`a.${'b'.repeat(300)}`)).toBe(`a.${'b'.repeat(198)}`);
  });

  it('is that of its ends where it is many kilobytes long, and without dots and blanks at its end, however many there are', () => {
    expect(keptFileName(`${'a'.repeat(16_000)}.pdf${'. '.repeat(100)}`)).toBe(`${'a'.repeat(196)}.pdf`);
    expect(keptFileName(`a${'.'.repeat(16_000)}x`)).toBe(`a${'.'.repeat(197)}.x`);
    expect(keptFileName(' '.repeat(16_000))).toBe('file');
  });

  it('is safe whatever is declared, and stays the same when it is declared again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (declared) => {
        const name = keptFileName(declared);
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        expect(['', '.', '..']).not.toContain(name);
        expect([...name].length).toBeLessThanOrEqual(200);
        expect(name.isWellFormed()).toBe(true);
        expect(keptFileName(name)).toBe(name);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an extension', () => {
  it.each([
    ['a.PDF', '.pdf'],
    ['a.tar.gz', '.gz'],
    ['a', ''],
    ['a.', ''],
    ['a.b c', ''],
    ['Scan 12.03.2026', ''],
    ['a.7z', '.7z'],
    ['.env', '.env'],
  ])('of %s is %j', (name, extension) => expect(extensionOf(name)).toBe(extension));
});

describe('the Content-Disposition of a download', () => {
  it.each([
    ['report.pdf', `attachment; filename=report.pdf; filename*=UTF-8''report.pdf`],
    ['Über uns.pdf', `attachment; filename="Uber uns.pdf"; filename*=UTF-8''%C3%9Cber%20uns.pdf`],
    ['你好.txt', `attachment; filename=__.txt; filename*=UTF-8''%E4%BD%A0%E5%A5%BD.txt`],
    ['a"b\\c%41.txt', `attachment; filename=a_b_c_41.txt; filename*=UTF-8''a%22b%5Cc%2541.txt`],
    [`a'b*.txt`, `attachment; filename=a_b_.txt; filename*=UTF-8''a%27b%2A.txt`],
  ])('of %s is %s', (name, header) => expect(attachmentDisposition(name)).toBe(header));

  it('carries no control character and gives every name back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }).map(keptFileName), (name) => {
        const header = attachmentDisposition(name);
        expect(header).toMatch(/^attachment; filename=[\x20-\x7e]+; filename\*=UTF-8''[\x21-\x7e]+$/);
        expect(parse(header).parameters['filename']).toBe(name);
      }),
      { numRuns: 300 },
    );
  });
});
