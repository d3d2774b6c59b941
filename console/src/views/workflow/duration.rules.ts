import { shown } from './text.rules';
import { duration } from './words.rules';

const UNITS: [RegExp, seconds: number][] = [
  [/^s(ec(onds?)?)?$/, 1],
  [/^m(in(utes?)?)?$/, 60],
  [/^h(ours?)?$/, 3600],
  [/^d(ays?)?$/, 86_400],
  [/^w(eeks?)?$/, 604_800],
];

/** The seconds of a time as people write it, such as "2 hours" or "90"; undefined for what is none. */
export function secondsIn(text: string): number | undefined {
  const [, number, word = ''] = /^(\d+(?:[.,]\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const [, unit] = UNITS.find(([pattern]) => pattern.test(word.toLowerCase() || 's')) ?? [];
  return number && unit ? Math.round(Number(number.replace(',', '.')) * unit) : undefined;
}

/** The contrary of `secondsIn`; what is no number as it is. */
export const timeText = (seconds: unknown): string =>
  typeof seconds === 'number' ? (Number.isInteger(seconds) ? duration(seconds) : `${seconds} seconds`) : shown(seconds);
