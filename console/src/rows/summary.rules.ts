import type { FormLabels, SpamReason } from 'form-collection-client';
import { inOneLine, type SentValues, shownValues } from '../values.rules';
import { counted } from '../english.rules';

/** A value as a row shows it. `match` is the range of the search text in it. */
export interface Piece {
  /** Empty for a value that needs no label. */
  label: string;
  text: string;
  match: Range | null;
}

const LONGEST_PIECE = 100;
const LONGEST = 240; // characters of a row
const BEFORE_MATCH = 24; // characters before a match that is far from the beginning

/** The first values of a submission with a text. During a search the value that was found is the second one, or the first. */
export function summaryOf(values: SentValues, form: FormLabels | undefined, search: string): Piece[] {
  const find = finderOf(search);
  const all = shownValues(values, form).flatMap(({ label, value }) => {
    const text = inOneLine(value);
    const match = find(text);
    return text ? [{ label: typeof value === 'boolean' ? label : '', name: label, text, match }] : [];
  });
  const found = all.findIndex(({ match }) => match);
  if (found > 0) all.splice(1, 0, ...all.splice(found, 1).map((piece) => ({ ...piece, label: piece.name })));
  let length = 0;
  return all
    .filter(({ text }) => (length += Math.min(text.length, LONGEST_PIECE)) <= LONGEST)
    .map(({ label, text, match }) => ({ label, ...excerpt(text, match) }));
}

/** Finds the first range of a text that a word or phrase of a search has matched, as the service does; null for none. */
export function finderOf(search: string): Finder {
  const terms = [...search.matchAll(TERM)].map(([all, phrase]) => phrase?.trim() || all);
  if (terms.length === 0) return () => null;
  const longestFirst = terms.sort((a, b) => b.length - a.length);
  const patterns = longestFirst.map((term) =>
    plain(term)
      .trim()
      .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
      .replace(/\s+/g, '\\s+'),
  );
  const expression = new RegExp(patterns.join('|'), 'iu');
  return (text) => {
    const match = expression.exec(plain(text));
    return match && [match.index, match.index + match[0].length];
  };
}

type Range = [from: number, to: number];
export type Finder = (text: string) => Range | null;

/** As in the service: phrases in quotation marks, and words. */
const TERM = /(?<!\S)["“„«»]([^"“”„«»]*)["“”«»](?!\S)|\S+/gu;

/** The text without the diacritics of its letters, in the same places. */
const plain = (text: string): string => text.replace(/[\u00c0-\u024f\u0370-\u04ff\u1e00-\u1fff]/g, (letter) => letter.normalize('NFD')[0]!);

/** A part of a text around the match, cut between whole characters. */
export function excerpt(text: string, match: Range | null): Omit<Piece, 'label'> {
  const [at, to] = match ?? [0, 0];
  const isFar = to > LONGEST_PIECE;
  const before = isFar ? `…${[...text.slice(0, at)].slice(-BEFORE_MATCH).join('')}` : text.slice(0, at);
  const rest = [...text.slice(at, at + 2 * LONGEST_PIECE)].slice(0, LONGEST_PIECE - (isFar ? 0 : at)).join('');
  const end = at + rest.length < text.length ? '…' : '';
  return { text: before + rest + end, match: match && [before.length, before.length + to - at] };
}

type Check = SpamReason['check'];

const WORDS: Record<Check, string | ((detail: string) => string)> = {
  honeypot: 'hidden field filled',
  too_fast: (detail) => `sent after ${/[\d.]+/.exec(detail)?.[0] ?? 'less than a few'} s`,
  links: (detail) => counted(Number(/\d+/.exec(detail)?.[0]), 'link'),
  repeated_text: 'same text many times',
  proof_of_work: (detail) => (detail.includes('not valid') ? 'challenge not solved rightly' : 'challenge not solved'),
  siteverify: 'not confirmed by the provider',
  siteverify_unavailable: 'provider did not answer',
  duplicate: 'value taken already',
  marked: 'marked as spam',
  unconfirmed: 'waits for a confirmation',
  confirmation_unsent: 'not asked to confirm',
};

/** The reason why a submission is held, in few words. `detail` is the sentence of the service. */
export function wordOf({ check, detail }: SpamReason): string {
  const words = WORDS[check] as (typeof WORDS)[Check] | undefined; // a newer service may have more checks
  return typeof words === 'function' ? words(detail) : (words ?? detail);
}
