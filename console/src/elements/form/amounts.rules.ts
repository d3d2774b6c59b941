import { counted } from '../../english.rules';

const SIZES: [word: string, bytes: number][] = [
  ...([3, 2, 1] as const).flatMap((power): [string, number][] => [
    [`${' KMG'[power]}iB`, 1024 ** power],
    [`${' KMG'[power]}B`, 1000 ** power],
  ]),
  ['bytes', 1],
];

/** A number of bytes in the largest unit that divides it, such as "5 MB". */
export function sizeText(bytes: number): string {
  const [word, unit] = SIZES.find(([, unit]) => bytes % unit === 0) ?? ['bytes', 1];
  return bytes === 1 ? '1 byte' : `${bytes / unit} ${word}`;
}

/** The bytes of a size as people write it, such as "5 MB" or "2.5mib"; undefined for any other text. */
export const bytesIn = (text: string): number | undefined =>
  amountIn(text, (word) => (/^(?:b|bytes?)?$/.test(word) ? 1 : SIZES.find(([name]) => name.toLowerCase() === word)?.[1]));

const TIMES: [words: RegExp, seconds: number, word: string][] = [
  [/^w(eeks?)?$/, 604_800, ''],
  [/^d(ays?)?$/, 86_400, 'day'],
  [/^h(ours?)?$/, 3600, 'hour'],
  [/^m(in(utes?)?)?$/, 60, 'minute'],
  [/^(s(ec(onds?)?)?)?$/, 1, 'second'],
];

export function timeText(seconds: number): string {
  const [, unit, word] = TIMES.find(([, unit, word]) => word && seconds % unit === 0 && seconds >= unit) ?? [null, 1, 'second'];
  return counted(seconds / unit, word);
}

/** The seconds of a duration as people write it, such as "2 hours" or "90"; undefined for any other text. */
export const secondsIn = (text: string): number | undefined => amountIn(text, (word) => TIMES.find(([words]) => words.test(word))?.[1]);

function amountIn(text: string, unitOf: (word: string) => number | undefined): number | undefined {
  const [, number, word = ''] = /^(\d+(?:[.,]\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const unit = unitOf(word.toLowerCase());
  return number && unit ? Math.round(Number(number.replace(',', '.')) * unit) : undefined;
}
