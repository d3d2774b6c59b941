import { newName } from './form-file.js';

describe('the name of a new file', () => {
  it.each([
    ['Contact us', 'contact-us'],
    ['  Zoë & Söhne (Größe) №2 ', 'zoe-sohne-grosse-no2'],
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\Windows\\', 'c-windows'],
    ['.hidden', 'hidden'],
    ['con', 'con-form'],
    ['LPT1', 'lpt1-form'],
    ['Account', 'account-form'],
    ['forms.lock', 'forms-lock'],
    ['🎈', 'form'],
    ['日本語', 'form'],
    ['a'.repeat(59) + ' b', 'a'.repeat(59)],
    ['e' + '\u0301'.repeat(250), 'e'],
  ])('of the form %j is %s', (formName, name) => {
    expect(newName(formName, () => false)).toBe(name);
  });

  it('is numbered where it is taken', () => {
    const taken = ['contact', 'contact-2'];
    expect(newName('Contact', (name) => taken.includes(name))).toBe('contact-3');
  });
});
