import { bytesIn, secondsIn, sizeText, timeText } from './amounts.rules';
import { parsed, shown } from './text.rules';

type SimpleKind = 'line' | 'area' | 'lines' | 'check' | 'choice' | 'number' | 'size' | 'time' | 'duration' | 'value';
export type Kind = SimpleKind | 'set' | 'pairs' | 'condition' | 'cases';

/** A member of a document that is edited by a control. */
export interface Option {
  path: readonly string[];
  kind: Kind;
  label: string;
  hint?: string;
  choices?: Readonly<Record<string, string>>;
  isFixed?: boolean;
  /** The member is null when nothing is typed or chosen. */
  isNullable?: boolean;
  /** The member is absent when nothing is typed or ticked, or when the first choice is chosen. */
  isOmitted?: boolean;
  /** The unit of a duration in milliseconds; a second by default. */
  unitMs?: number;
  /** The values of pairs are always texts, never numbers, lists, true or false. */
  hasTexts?: boolean;
}

/** An edited document: a form with its settings, a field, or a step. */
export type Document = Readonly<Record<string, unknown>>;
export type Pair = readonly [name: string, value: string];

export const keyOf = ({ path }: Pick<Option, 'path'>): string => path.join('.');

export const valueAt = (document: Document, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Document | null | undefined)?.[name], document);

/** The document with another value at a path. Undefined removes the member, and each parent that becomes empty. */
export function withValue(document: Document, [name = '', ...rest]: readonly string[], value: unknown): Document {
  const { [name]: inner, ...others } = document;
  if (rest.length === 0) return value === undefined ? others : { ...document, [name]: value };
  const next = withValue((inner ?? {}) as Document, rest, value);
  return Object.keys(next).length === 0 ? others : { ...document, [name]: next };
}

export function textOf({ kind, choices = {}, isOmitted, unitMs = 1000, hasTexts }: Option, value: unknown): string {
  if (kind === 'pairs') {
    const pairs = Object.entries(value ?? {}).map(([name, each]) => [name, hasTexts && typeof each === 'string' ? each : shown(each)]);
    return JSON.stringify(pairs);
  }
  if (kind === 'choice' && value === undefined && isOmitted) return Object.keys(choices)[0] ?? '';
  if (value === null || value === undefined) return '';
  if (kind === 'lines' && Array.isArray(value)) return value.join('\n');
  if (kind === 'time') return localTime(new Date(value as string));
  if (kind === 'size' && typeof value === 'number') return sizeText(value);
  if (kind === 'duration' && typeof value === 'number') return durationText((value * unitMs) / 1000);
  return typeof value === 'string' ? value : shown(value);
}

const durationText = (seconds: number): string => (Number.isInteger(seconds) ? timeText(seconds) : `${seconds} seconds`);

/** The value that the text of a control means. An invalid number, size or duration is sent as it is, so that the service refuses it. */
export function valueOf(option: Option, text: string): unknown {
  const { kind, choices = {}, isNullable, isOmitted } = option;
  if (isOmitted && (text === '' || (kind === 'choice' && text === Object.keys(choices)[0]))) return undefined;
  if (text === '' && isNullable && kind !== 'lines') return null;
  const value = meaningOf(option, text);
  const isNothing = (kind === 'check' && !value) || (typeof value === 'object' && Object.keys(value!).length === 0);
  return isOmitted && isNothing ? undefined : value;
}

function meaningOf({ kind, unitMs = 1000, hasTexts }: Option, text: string): unknown {
  switch (kind) {
    case 'check':
      return text === 'true';
    case 'choice':
      return text === 'false' ? false : text;
    case 'lines':
      return linesIn(text);
    case 'value':
      return parsed(text);
    case 'size':
      return bytesIn(text) ?? text;
    case 'duration':
      return ((secondsIn(text) ?? NaN) * 1000) / unitMs || text;
    case 'number':
      return text.trim() && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'time':
      return Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString();
    case 'pairs': {
      const named = pairsIn(text).filter(([name]) => name.trim() !== '');
      return Object.fromEntries(named.map(([name, value]) => [name.trim(), hasTexts ? value : parsed(value)]));
    }
    default:
      return text;
  }
}

/** The pairs in the text of a control, including those without a name. */
export const pairsIn = (text: string): Pair[] => JSON.parse(text) as Pair[];

export function patchOf(typed: readonly { option: Option; value: unknown }[]): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const { option, value } of typed) {
    const inner = option.path.slice(0, -1).reduce((object, name) => (object[name] ??= {}) as typeof patch, patch);
    inner[option.path.at(-1)!] = value;
  }
  return patch;
}

export const linesIn = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

export function wordsOf({ kind, choices = {} }: Option, text: string): string {
  return (kind === 'check' ? { true: 'Yes', false: 'No' }[text] : choices[text]) ?? (text || '–');
}

/** The error messages of a refusal about an option. A message about a line names the line. */
export function messagesAbout({ path, label }: Option, text: string, details: Readonly<Record<string, unknown>>): string[] {
  const key = keyOf({ path });
  return Object.entries(details).flatMap(([about, messages]) => {
    if (about !== key && !about.startsWith(`${key}.`)) return [];
    const line = linesIn(text)[Number(about.slice(key.length + 1) || NaN)];
    return [messages].flat().map((message) => `${line === undefined ? label : `“${line}”`} ${message as string}.`);
  });
}

/** The local time in the format of `datetime-local`. */
function localTime(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, local.getUTCSeconds() === 0 ? 16 : 19);
}
