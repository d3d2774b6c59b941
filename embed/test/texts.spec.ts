import { LANGUAGES } from '../../src/forms/languages.types';
import { TEXTS } from '../src/texts';

it('the script has its texts in every language of the service', () => {
  expect(Object.keys(TEXTS).sort()).toEqual([...LANGUAGES].sort());
});
