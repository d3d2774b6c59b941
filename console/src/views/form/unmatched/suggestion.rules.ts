import { capitalized } from '../../../english.rules';
import { BLANK, type FieldParts } from '../field.rules';

/** The field to suggest for an unmatched name, by the name and its newest value, which may be undefined. */
export function suggestedField(sent: string, value: unknown, taken: readonly string[]): FieldParts {
  const name = freeName(fieldNameOf(sent), taken);
  const label = name === sent ? null : capitalized(sent.trim());
  return { ...BLANK, name, label, ...shapeOf(sent, value) };
}

/** A sent name as a valid name of a field: "Téléphone (privé)" becomes `telephone_prive`. */
export function fieldNameOf(sent: string): string {
  const lower = sent.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const ascii = lower.replace(/[ßæœøłđ]/g, (letter) => LETTERS[letter]!);
  const words = ascii.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return (/^[a-z]/.test(words) ? words : `field_${words}`.replace(/_$/, '')).slice(0, MAX_LENGTH);
}

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };
const MAX_LENGTH = 64;

export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  const numbered = (number: number) => `${name.slice(0, MAX_LENGTH - 4)}_${number}`;
  let number = 2;
  while (taken.includes(numbered(number))) number += 1;
  return numbered(number);
}

type Shape = Partial<Pick<FieldParts, 'type' | 'validation' | 'options'>>;

/** The value counts more than the name, since the field must not refuse the values that have come so far. */
function shapeOf(name: string, value: unknown): Shape {
  if (Array.isArray(value)) return { type: 'array' };
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'number') return { type: 'number' };
  const text = typeof value === 'string' ? value.trim() : '';
  const words = fieldNameOf(name);
  const kind = KINDS.find(({ value: fits, name: hints }) => (text === '' ? hints.test(words) : fits(text, hints.test(words))));
  return kind?.shape ?? {};
}

interface Kind {
  shape: Shape;
  /** True for a text of this kind; `isNamed` if the name of the field suggests the kind as well. */
  value: (text: string, isNamed: boolean) => boolean;
  name: RegExp;
}

const checkedAs = (preset: 'email' | 'url' | 'tel'): Shape => ({ validation: { preset } as NonNullable<FieldParts['validation']> });

const KINDS: readonly Kind[] = [
  {
    shape: checkedAs('email'),
    value: (text) => /^[^\s@"<>]+@[^\s@]+\.[^\s@.]+$/.test(text),
    name: /(^|_)(e_?mails?|mail|replyto|courriel|correo)(_|$)/,
  },
  { shape: checkedAs('url'), value: (text) => /^https?:\/\/\S+$/i.test(text), name: /(^|_)(url|website|homepage|webseite|sitio)(_|$)/ },
  { shape: { type: 'date' }, value: (text) => /^\d{4}-\d\d-\d\d$/.test(text), name: /(^|_)(date|datum|fecha|birthday|birthdate)(_|$)/ },
  {
    shape: checkedAs('tel'),
    value: (text, isNamed) => (isNamed || text.startsWith('+')) && /^\+?[\d ()./-]{5,30}$/.test(text),
    name: /(^|_)(tel|telephone|telefono?|phone|mobile|handy|cell)(_|$)/,
  },
  {
    shape: { type: 'number' },
    value: (text, isNamed) => isNamed && /^-?(0|[1-9]\d{0,8})(\.\d+)?$/.test(text),
    name: /(^|_)(age|alter|amount|anzahl|budget|guests|number|persons|quantity)(_|$)/,
  },
  {
    shape: { type: 'boolean' },
    value: (text, isNamed) => text === 'on' || (isNamed && /^(true|yes|1|false|no|0)$/i.test(text)),
    name: /(^|_)(accept|agb|agree|consent|gdpr|newsletter|privacy|subscribe|terms)(_|$)/,
  },
  {
    shape: { options: { multiline: true } },
    value: (text, isNamed) => isNamed || text.length > 120 || text.includes('\n'),
    name: /(^|_)(comments?|description|message|nachricht|mensaje|notes?|question)(_|$)/,
  },
];
