import type { Field } from 'form-collection-client';
import type { Document, Option } from '../../elements/form/option.rules';

/** An edited field. Its options are separate members, which depend on its type. */
export type FieldDocument = Document & { field: Document & { type: string } };

type Options = Record<string, unknown>;

const optionsOf = (options: unknown): Options => (typeof options === 'object' && !Array.isArray(options) ? { ...options } : {});

/** The document of a field. Options of other types are empty. */
export function documentOf({ name, label, type, required, options, validation }: FieldParts): FieldDocument {
  const { multiline, accept, max_files, max_bytes } = optionsOf(options);
  const list = Array.isArray(options) ? (options as unknown[]) : [];
  const parts = { list, multiline: multiline ?? false, accept: accept ?? [], max_files, max_bytes };
  return { field: { name, label, type, required, validation: validation?.preset ?? null, options: parts } };
}

export type FieldParts = Pick<Field, 'name' | 'label' | 'type' | 'required' | 'options' | 'validation'>;

export const BLANK: FieldParts = { ...{ name: '', label: null, type: 'string', required: false }, ...{ options: null, validation: null } };

const option = (name: string, kind: Option['kind'], label: string, hint = '', more: Partial<Option> = {}): Option => ({
  path: ['field', 'options', name],
  ...{ kind, label, hint },
  ...more,
});

export function controlsFor(type: string): Option[] {
  const list = option('list', 'lines', 'Choices', 'One a line. None: any text.');
  if (type === 'array') return [list];
  if (type === 'string') return [list, option('multiline', 'check', 'Several lines', 'of text')];
  if (type !== 'file') return [];
  return [
    option('accept', 'lines', 'Accepts', 'One a line, such as .pdf or image/*.'),
    option('max_files', 'number', 'Files at most', '', { isNullable: true }),
    option('max_bytes', 'size', 'Size at most', 'of each file, such as 5 MB', { isNullable: true }),
  ];
}

/** The options to send after an edit. A list replaces all other options; options that this page does not know are kept. */
export function editedOptions(before: unknown, edited: Options): unknown {
  const { list, ...others } = edited;
  const wasList = Array.isArray(before);
  const entries = list ?? (wasList ? before : []);
  if (Array.isArray(entries) && entries.length > 0) return entries;
  const options = Object.entries({ ...optionsOf(before), ...others });
  const kept = options.filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

export const TYPE_WORDS: Readonly<Record<Field['type'], string>> = {
  ...{ string: 'text', number: 'number', date: 'date', boolean: 'yes or no', array: 'several choices', file: 'file' },
};

const CHECKS = {
  ...{ email: 'E-mail address', url: 'Web address', tel: 'Telephone number', integer: 'Whole number' },
  ...{ alpha_numeric: 'Letters and digits', slug: 'Words joined by hyphens', hex_color: 'Color, such as #1a2b3c' },
  ...{ uuid: 'UUID', ipv4: 'IPv4 address', ipv6: 'IPv6 address' },
};

export function checksFor(type: string): Readonly<Record<string, string>> {
  return type === 'string' ? CHECKS : type === 'number' ? { integer: CHECKS.integer } : {};
}

/** The type of a field in words, with its restrictions. */
export function typeWords({ type, options, validation }: FieldParts): string {
  const isList = Array.isArray(options) && (type === 'string' || type === 'array');
  const isLong = type === 'string' && optionsOf(options)['multiline'] === true;
  const preset = validation?.preset?.replaceAll('_', ' ');
  return [TYPE_WORDS[type], preset, isLong && 'long', isList && type === 'string' && 'one choice'].filter(Boolean).join(', ');
}
