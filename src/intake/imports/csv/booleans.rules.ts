import { normalizedTo } from '../../../platform/text/normalization.rules';

/** Returns the boolean that a spreadsheet or a person writes with this word, in any case; undefined for any other text. */
export const writtenBoolean = (cell: string): boolean | undefined =>
  cell.length > MAX_LENGTH ? undefined : WORDS.get(normalizedTo('NFC', cell.trim().toLowerCase()));

const MAX_LENGTH = 32;

/** The words of the languages of forms, and those that spreadsheets write in other languages. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...words(true, 'true yes wahr ja vrai oui verdadero sí si vero waar prawda verdadeiro sim sant tak sì'),
  ...words(false, 'false no falsch nein faux non falso onwaar fałsz não nao falskt nie nee nej'),
]);

function words(value: boolean, texts: string): (readonly [string, boolean])[] {
  return texts.split(' ').map((text) => [text, value] as const);
}
