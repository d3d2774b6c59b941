import { PRESET_VALUES } from '../../../forms/definition/field.types';
import { LANGUAGES } from '../../../forms/languages.types';
import type { Message, MessageCode } from '../../../fields/values/message.types';
import { messageText, PAGE_TEXTS, pageLanguage } from '../form-page.rules';

const PARAMETERS = {
  maxBytes: 10 * 1024 * 1024,
  maxFiles: 3,
  maxFields: 200,
  maxLength: 64,
  filename: 'cv.pdf',
  accept: ['.pdf', 'image/*'],
};
const CODES = Object.keys(PAGE_TEXTS.en.messages) as MessageCode[];

const everyMessage = CODES.flatMap((code) =>
  code === 'preset_not_met' ? PRESET_VALUES.map((preset): Message => ({ code, preset })) : [{ code, ...PARAMETERS } as Message],
);

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = PAGE_TEXTS[language];

  it('have a whole sentence for every message', () => {
    for (const message of everyMessage) {
      const text = messageText(message, texts.messages);
      expect(text).toMatch(/^[\p{Lu}„“«].*\.$/u);
      expect(text).not.toMatch(/undefined|null|\[object/);
    }
  });

  it('name the file and the limit that a message is about', () => {
    expect(messageText({ code: 'file_too_large', filename: 'cv.pdf', maxBytes: 10 * 2 ** 20 }, texts.messages)).toMatch(
      /cv\.pdf.*10.M[Bo]/,
    );
    expect(messageText({ code: 'too_many_files', maxFiles: 3 }, texts.messages)).toContain('3');
    expect(messageText({ code: 'value_too_long', maxBytes: 64 * 1024 }, texts.messages)).toMatch(/64.k[Bo]/);
  });

  it('speak of one and of many', () => {
    expect(texts.problems.heading(1)).not.toContain('1');
    expect(texts.problems.heading(4)).toContain('4');
    const [one, many] = [1, 4].map((maxFiles) => texts.help.files({ maxFiles, maxBytes: 2 ** 20, accept: null }));
    expect(one).not.toContain('4');
    expect(many).toContain('4');
  });
});

it.each(LANGUAGES.filter((language) => language !== 'en'))('says nothing in %s as in English', (language) => {
  const sentences = (of: 'en' | typeof language) => everyMessage.map((message) => messageText(message, PAGE_TEXTS[of].messages));
  expect(sentences(language).filter((sentence) => sentences('en').includes(sentence))).toEqual([]);
});

it('lists what a file field takes in the words of the language', () => {
  const limits = {
    maxFiles: 1,
    maxBytes: 10 * 2 ** 20,
    accept: ['.PDF', 'image/jpeg', 'image/*', 'application/x-foo'],
  };
  expect(PAGE_TEXTS.en.help.files(limits)).toBe('One file, up to 10 MB. Accepted: PDF, JPG, images, or FOO.');
  const odd = { ...limits, accept: ['constructor', 'constructor/*', '__proto__'] };
  expect(PAGE_TEXTS.en.help.files(odd)).toBe('One file, up to 10 MB. Accepted: constructor, constructor/*, or __proto__.');
  expect(PAGE_TEXTS.de.help.files(limits)).toBe('Eine Datei mit bis zu 10 MB. Möglich: PDF, JPG, Bilder oder FOO.');
});

describe('pageLanguage', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['fr-CA', 'fr'],
    ['ES', 'es'],
    ['it,es;q=0.4,en;q=0.3', 'es'],
    ['en;q=0.2,de;q=0.8', 'de'],
    ['de;q=0,fr', 'fr'],
    ['ja,zh;q=0.5', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [';;,q=', 'en'],
    [undefined, 'en'],
  ])('follows Accept-Language %j to %s', (header, language) => expect(pageLanguage('auto', header)).toBe(language));

  it('keeps the language of the form, whatever the browser prefers', () => {
    expect(pageLanguage('fr', 'de')).toBe('fr');
  });
});
