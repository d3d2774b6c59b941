import { unpackableName, zipPathOf } from './zip-entry-name.rules';

describe('the name of a file in an archive', () => {
  it.each([
    ['cv.pdf', 'cv.pdf'],
    ['a:b.txt', 'a_b.txt'],
    ['<a>"b"|c?d*e\\f/g.txt', '_a__b__c_d_e_f_g.txt'],
    ['a\u0001\u202eb.txt', 'a__b.txt'],
    ['ends. . .', 'ends'],
    ['. ', 'file'],
    ['', 'file'],
    ['e\u0301.txt', '\u00e9.txt'],
    ['\ud800.txt', '_.txt'],
    ['\u0378.txt', '_.txt'],
    ['.htaccess', '.htaccess'],
    ['Größe 語.PDF', 'Größe 語.PDF'],
  ])('%j becomes %j', (filename, name) => {
    expect(unpackableName(filename)).toBe(name);
  });

  it.each([
    'я'.repeat(140),
    '語'.repeat(200),
    '😀'.repeat(200),
    'x'.repeat(500),
    `${'.'.repeat(300)}a`,
    'e\u0301'.repeat(300),
    `a${' '.repeat(300)}`,
  ])('has at most 120 characters and 218 bytes, and keeps its extension: %#', (stem) => {
    for (const extension of ['', '.pdf', '.приложение']) {
      const name = unpackableName(stem + extension);
      expect(name.length).toBeLessThanOrEqual(120);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(218);
      expect(name).toMatch(/[^. ]$/);
      expect(name.endsWith(extension)).toBe(true);
      expect(name.isWellFormed()).toBe(true);
    }
  });

  it('is no name of a device, and another one for each file', () => {
    const path = (id: string, filename: string) => zipPathOf({ submissionId: 's', id, filename });
    expect([path('1', 'CON'), path('2', 'con')]).toEqual(['files/s/1-CON', 'files/s/2-con']);
  });
});
