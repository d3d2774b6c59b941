export interface TextParser<T> {
  /** The accepted values, as the end of a sentence such as "must be a whole number from 1 to 50". */
  expected: string;
  parse: (text: string) => T | undefined;
}

export const wholeNumber = (least: number, most: number): TextParser<number> => ({
  expected: `a whole number from ${least} to ${most}`,
  parse: (text) => inRange(parseDigits(text), least, most),
});

/** The number that decimal digits stand for. Every number of up to 15 digits is a safe integer. */
export const parseDigits = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

export const trueOrFalse: TextParser<boolean> = {
  expected: 'true or false',
  parse: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
};

export const oneOf = <Word extends string>(words: readonly Word[]): TextParser<Word> => ({
  expected: `one of ${words.join(', ')}`,
  parse: (text) => words.find((word) => word === text),
});

/** Parses a duration to whole seconds. The bounds are durations as well, such as `30s`. */
export const duration = (least: string, most: string): TextParser<number> => ({
  expected: `a duration from ${least} to ${most}, such as 30s, 15m, 24h or 7d`,
  parse: (text) => inRange(durationSeconds(text), durationSeconds(least)!, durationSeconds(most)!),
});

export function durationSeconds(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  return count && unit ? Number(count) * SECONDS[unit as keyof typeof SECONDS] : undefined;
}

/** The entries of a comma-separated list, without surrounding white space; undefined when any of them cannot be parsed. */
export function parseList<T>(text: string, parse: (entry: string) => T | undefined, separator: RegExp | string = ','): T[] | undefined {
  const values = text.split(separator).map((entry) => parse(entry.trim()));
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** The length of a text as PostgreSQL counts it. */
export const countCodePoints = (text: string): number => [...text].length;

export const hasControlCharacters = (text: string): boolean => /\p{Cc}/u.test(text);

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 };

const inRange = (value: number | undefined, least: number, most: number): number | undefined =>
  value !== undefined && value >= least && value <= most ? value : undefined;
