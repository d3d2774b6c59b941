import { plainly } from '../../messages.rules';

/** What the API admits for a member; a text of one line where nothing is said. */
export interface Trait {
  type?: 'boolean' | 'integer' | 'bytes' | 'array' | 'date-time' | 'text';
  choices?: readonly string[];
  isNullable?: boolean;
}

/** A member of a form, of its settings or of a field that is edited by a control. */
export interface Member extends Trait {
  /** Where it is in the document that is edited. */
  path: readonly string[];
  label: string;
  hint?: string;
  /** The words for its choices; without one, the choice itself. */
  words?: Readonly<Record<string, string>>;
  /** The word for no choice. */
  none?: string;
  /** Shown, but not to be changed. */
  isFixed?: boolean;
}

/** A form with its settings, or a field, as it is edited. */
export type Document = Readonly<Record<string, unknown>>;
/** The words for names of members. */
export type Labels = Readonly<Record<string, string>>;
/** The kinds of controls. */
export type Kind = 'choice' | 'check' | 'lines' | 'area' | 'line' | 'number' | 'size' | 'time';

/** The path of a member as the service writes it. */
export const keyOf = ({ path }: Pick<Member, 'path'>): string => path.join('.');

/** How a member is edited. */
export function kindOf({ type, choices }: Trait): Kind {
  return choices ? 'choice' : (KINDS[type ?? ''] ?? 'line');
}

const KINDS: Readonly<Record<string, Kind>> = {
  ...{ boolean: 'check', integer: 'number', bytes: 'size', array: 'lines' },
  ...{ 'date-time': 'time', text: 'area' },
};

/** The value at a path; undefined where there is none. */
export const valueIn = (document: Document, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Document | null | undefined)?.[name], document);

/** A value as the text of its control. */
export function textOf(member: Member, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join('\n');
  const text = `${value as string | number | boolean}`;
  if (kindOf(member) === 'size') return sizeText(value as number);
  return kindOf(member) === 'time' ? localTime(new Date(text)) : text;
}

/** What the text of a control means. A number that is none is sent as it is, for the service to say so. */
export function valueOf(member: Member, text: string): unknown {
  const kind = kindOf(member);
  if (kind === 'check') return text === 'true';
  if (kind === 'lines') return linesIn(text);
  if (text === '' && member.isNullable) return null;
  if (kind === 'size') return bytesIn(text) ?? text;
  if (kind === 'number') return Number.isFinite(Number(text)) && text.trim() ? Number(text) : text;
  return kind === 'time' && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : text;
}

const [KILO, KIBI] = [1000, 1024];
const UNITS: [word: string, bytes: number][] = [
  ...([3, 2, 1] as const).flatMap((power): [string, number][] => [
    [`${' KMG'[power]}iB`, KIBI ** power],
    [`${' KMG'[power]}B`, KILO ** power],
  ]),
  ['bytes', 1],
];

/** A number of bytes in the largest unit that leaves no rest, such as "5 MB". */
export function sizeText(bytes: number): string {
  const [word, unit] = UNITS.find(([, unit]) => bytes % unit === 0) ?? ['bytes', 1];
  return bytes === 1 ? '1 byte' : `${bytes / unit} ${word}`;
}

/** The bytes of a size as people write it, such as "5 MB" or "2.5mib"; undefined for what is none. */
export function bytesIn(text: string): number | undefined {
  const [, number, word = ''] = /^(\d+(?:[.,]\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const found = UNITS.find(([name]) => name.toLowerCase() === (/^b?$|^bytes?$/i.test(word) ? 'bytes' : word.toLowerCase()));
  return number && found ? Math.round(Number(number.replace(',', '.')) * found[1]) : undefined;
}

/** The lines of a text that have something in them. */
export const linesIn = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

/** The merge patch that sets members to what was typed. */
export function patchOf(members: readonly Member[], typed: ReadonlyMap<string, string>): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const member of members) {
    const text = typed.get(keyOf(member));
    if (text === undefined) continue;
    const inner = member.path.slice(0, -1).reduce((object, name) => (object[name] ??= {}) as typeof patch, patch);
    inner[member.path.at(-1)!] = valueOf(member, text);
  }
  return patch;
}

/** The messages of a refusal about a member; those about a line of it name the line. */
export function messagesAbout(member: Member, text: string, details: Readonly<Record<string, unknown>>, labels: Labels = {}): string[] {
  const key = keyOf(member);
  return Object.entries(details).flatMap(([path, messages]) => {
    if (path !== key && !path.startsWith(`${key}.`)) return [];
    const line = linesIn(text)[Number(path.slice(key.length + 1) || NaN)];
    const subject = line === undefined ? member.label : `“${line}”`;
    const said = (message: string) => (kindOf(member) === 'size' ? aboutSize(message) : plainly(message, labels));
    return [messages].flat().map((message) => `${subject} ${said(String(message))}.`);
  });
}

/** The service counts bytes, where people write sizes. */
function aboutSize(message: string): string {
  const [, most] = /^must be a whole number from 1 to (\d+)/.exec(message) ?? [];
  return most ? `must be a size such as 5 MB, and at most ${sizeText(Number(most))}, the limit of the service` : plainly(message);
}

/** The words for the names and the paths of members. */
export const labelsOf = (members: readonly Member[]): Labels =>
  Object.fromEntries(
    members.flatMap(({ path, label }) => [
      [path.at(-1)!, label],
      [path.join('.'), label],
    ]),
  );

/** The member that a sentence of the service is about: the one with the longest path in it, or of the form the one that begins it. */
export const subjectOf = <Given extends Member>(sentence: string, members: readonly Given[]): Given | undefined =>
  members
    .filter(({ path }) => sentence.includes(keyOf({ path })) || (path[0] === 'form' && sentence.startsWith(`${path[1]} `)))
    .sort((one, other) => keyOf(other).length - keyOf(one).length)[0];

/** In the zone of the reader, as `datetime-local` has it. */
function localTime(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, local.getUTCSeconds() === 0 ? 16 : 19);
}
