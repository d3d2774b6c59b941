import { withJoinersOnly, withSingleBlanks } from '../platform/text/invisible.rules';
import type { Answer, NotifiedSubmission } from './notification.types';

/** Joins lines, so that no text can add a mail header or look like another one. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * The first values of the first submissions of a mail, by which people tell it from others in their list and mail programs do not take them
 * for one conversation. Empty when no value is fit for a subject.
 */
export function subjectValues(submissions: readonly NotifiedSubmission[]): string {
  const values = submissions.slice(0, MAX_VALUES).flatMap(({ answers, others }) => firstValue([...answers, ...others]) ?? []);
  return cut(values.join(', '));
}

const MAX_VALUES = 3;

/** A yes or no tells nobody what a submission is about. */
function firstValue(answers: readonly Answer[]): string | null {
  for (const { label, name, value } of answers) {
    if (value === null || typeof value === 'boolean' || isPrivate(name ?? label) || isPrivate(label)) continue;
    const text = cut(shown(typeof value === 'object' ? value.slice(0, MAX_VALUES).join(', ') : String(value)));
    if (text !== '') return text;
  }
  return null;
}

const shown = (text: string): string => withSingleBlanks(withJoinersOnly(oneLine(text.slice(0, 10 * MAX_LENGTH))));

/** Subjects are shown where others look on, such as on locked screens. */
const isPrivate = (name: string): boolean => PRIVATE.test(name);
const PRIVATE =
  /pass(word|wort|phrase|e?port)|mot.?de.?passe|contrase|secret|geheim|token|(?:^|[\W_])pin(?:$|[\W_])|iban|bic\b|card|karte|carte|tarjeta|cvv|cvc|ssn|social.?sec|tax.?id|steuer|birth|geburt|naissance|nacimiento|health|gesund|diagnos|salary|gehalt/i;

/** Cuts between characters, and says so. */
function cut(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_LENGTH
    ? text
    : `${characters
        .slice(0, MAX_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}

const MAX_LENGTH = 60;
