import { pageLanguage } from './language.rules';

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
