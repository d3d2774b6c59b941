import { delimiterOf } from './csv-records';

it.each([
  ['email,name\n', ','],
  ['email;name\n', ';'],
  ['email\tname\r\n', '\t'],
  ['email\n', ','],
  ['"a;b;c",d\n', ','],
  ['"first, last";email\n', ';'],
  ['Name, Vorname;email\n', ';'],
  ['Name, Vorname;email;tel\n', ';'],
  ['"a ""quoted"" ; name",b\n', ','],
  ['"two\nlines; here",b\n', ','],
  ['\r\n\na;b\n', ';'],
  ['sep=;\na,b,c\n', ';'],
  ['"sep=,"\na;b\n', ','],
  ['SEP=\t\r\na,b\n', '\t'],
  ['sep=|\na|b\n', '|'],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter);
});

it('waits for the end of the header', () => {
  expect([delimiterOf('a;b'), delimiterOf('"a\nb'), delimiterOf(''), delimiterOf('sep=;')]).toEqual([null, null, null, null]);
  expect([delimiterOf('a;b', true), delimiterOf('', true)]).toEqual([';', ',']);
});
