import { nameInPath } from '../../../api/body/json-text.rules';
import type { FieldError } from '../../../api/errors/api-error';
import { canonicalText } from '../../../fields/values/coercion.rules';
import { REPLY_TO, replyToFieldOf } from '../../../fields/values/reply-to.rules';
import { MAX_NAME_LENGTH, truncatedName } from '../../../fields/values/submitted-fields.rules';
import type { FieldDefinition } from '../../../forms/definition/field.types';
import { LABELS, withName } from '../../../exports/export-columns.rules';
import type { Column, FormOfColumns, SpecialColumn } from '../import.types';
import { ownColumns } from './own-columns.rules';

export interface ColumnMapping {
  columns: Column[];
  errors: FieldError[];
}

/**
 * Maps each column to a field: by the request, else by its name, also in parentheses after a label, else by a name or label that is equal
 * apart from case and white space, else also apart from punctuation, provided that no other column matches.
 * @param named the headers of columns by the names of fields, `received_at` and `source_id`
 */
export function mapColumns(header: readonly string[], named: ReadonlyMap<string, string>, form: FormOfColumns): ColumnMapping {
  const mapper = new ColumnMapper(header, form);
  for (const [target, wanted] of named) mapper.takeNamed(target, wanted);
  for (const special of ['received_at', 'source_id'] as const)
    if (!named.has(special) && !mapper.fields.has(special)) mapper.takeSpecial(special, special);
  mapper.takeOfText(({ name }) => name);
  mapper.takeOfText(({ name, label }) => withName(label ?? name, name));
  mapper.takeAlike(canonicalText);
  mapper.takeAlike(withoutPunctuation);
  mapper.takeSpecial('received_at', LABELS.received_at); // exports with chosen columns have this label
  return mapper.result();
}

class ColumnMapper {
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  private readonly columns: (Column | undefined)[];
  private readonly named = new Set<number>();
  private readonly errors: FieldError[] = [];
  /** The indexes of columns by their texts, which avoids comparing every text with all others. */
  private readonly ofText: Indexes;
  private readonly ofTrimmed: Indexes;
  private readonly ofCanonical: Indexes;
  /** The next number that makes a repeated name unique, by the beginning of the name. */
  private readonly nextNumbers = new Map<string, number>();

  constructor(
    private readonly header: readonly string[],
    private readonly form: FormOfColumns,
  ) {
    this.fields = new Map(form.fields.filter(({ type }) => type !== 'file').map((field) => [field.name, field]));
    this.columns = ownColumns(header, (name) => this.fields.has(name));
    this.columns.length = header.length;
    this.ofText = indexesBy(header);
    this.ofTrimmed = indexesBy(header.map((text) => text.trim()));
    this.ofCanonical = indexesBy(header.map((text) => canonicalText(text)));
  }

  takeNamed(target: string, wanted: string): void {
    const column = this.columnOf(target);
    const index = this.indexOf(wanted);
    const path = `column.${nameInPath(target)}`;
    if ('error' in column) return this.refuse(path, column.error);
    if (index === -1) return this.refuse(path, `must be the name of a column of the file: ${listed(this.header)}`);
    if (this.named.has(index)) return this.refuse(path, 'must be another column than the one of another field');
    if (column.is === 'received_at') this.columns.forEach((each, at) => each?.is === 'received_at' && (this.columns[at] = { is: 'ours' }));
    this.named.add(index);
    this.columns[index] = column;
  }

  takeSpecial(special: SpecialColumn, text: string): void {
    const index = this.header.indexOf(text);
    const isThere = this.columns.some((column) => column?.is === special);
    if (!isThere && this.isFree(index)) this.columns[index] = { is: special };
  }

  takeOfText(textOf: (field: FieldDefinition) => string): void {
    for (const field of this.fields.values()) this.takeOnly(field, this.freeAmong(this.ofTrimmed.get(textOf(field).trim())));
  }

  /** @param keyOf the text of a header, name or label by which they are compared */
  takeAlike(keyOf: (text: string) => string): void {
    if (this.errors.length > 0) return;
    const fieldsOf = new Map<string, Set<FieldDefinition>>();
    for (const field of this.fields.values()) {
      for (const text of [field.name, field.label ?? '']) {
        const key = keyOf(text);
        if (key !== '') fieldsOf.set(key, (fieldsOf.get(key) ?? new Set()).add(field));
      }
    }
    const indexesOf = new Map<FieldDefinition, number[]>();
    for (const [key, indexes] of indexesBy(this.header.map(keyOf))) {
      const [field, ...others] = fieldsOf.get(key) ?? [];
      if (field && others.length === 0) indexesOf.set(field, [...(indexesOf.get(field) ?? []), ...this.freeAmong(indexes)]);
    }
    const byPlace = (a: number, b: number): number => a - b;
    for (const [field, indexes] of indexesOf) this.takeOnly(field, indexes.sort(byPlace));
  }

  result(): ColumnMapping {
    const names = new Set(this.form.fields.map(({ name }) => name));
    const columns = this.header.map(
      (text, index) => this.columns[index] ?? this.replyTo(text.trim()) ?? this.other(text.trim(), index, names),
    );
    return { columns, errors: this.errors };
  }

  /** Maps the field if only one column matches. Different headers are left to the request; identical ones are an error. */
  private takeOnly(field: FieldDefinition, indexes: readonly number[]): void {
    const isTaken = this.columns.some((column) => column?.is === 'field' && column.field === field);
    const [index, ...others] = indexes;
    if (isTaken || index === undefined) return;
    const text = this.header[index]!;
    if (others.length === 0) this.columns[index] = { is: 'field', field };
    else if (others.every((other) => this.header[other] === text))
      this.refuse('body', `The header has the column "${text.slice(0, 64)}" twice.`);
  }

  private replyTo(header: string): Column | undefined {
    if (header !== REPLY_TO) return undefined;
    const field = replyToFieldOf(this.form.fields, this.form.settings.notifications.reply_to_field);
    return field === null ? undefined : { is: 'reply_to', field };
  }

  /** @param names the names that are taken, since values are stored by name */
  private other(header: string, index: number, names: Set<string>): Column {
    let name = truncatedName(header || `column ${index + 1}`);
    const start = [...truncatedName(header)].slice(0, MAX_NAME_LENGTH - 6).join('');
    for (let number = this.nextNumbers.get(start) ?? 2; names.has(name); number += 1) {
      name = `${start} (${number})`;
      this.nextNumbers.set(start, number + 1);
    }
    names.add(name);
    return { is: 'other', name, isStored: !this.form.validateFields && header !== '' };
  }

  private columnOf(target: string): Column | { error: string } {
    const field = this.fields.get(target);
    if (target === 'received_at' || target === 'source_id') return { is: target };
    if (field) return { is: 'field', field };
    if (this.form.fields.some(({ name }) => name === target)) return { error: 'must not be of a field for files, which are not imported' };
    if (!this.form.validateFields) return { is: 'other', name: target, isStored: true };
    return { error: `must name a field of the form behind the point: ${listed([...this.fields.keys()])}` };
  }

  /** Returns the column with this text, else the only one that is equal apart from case and white space; -1 for none. */
  private indexOf(wanted: string): number {
    const exact = this.ofText.get(wanted) ?? [];
    const free = exact.find((index) => this.columns[index]?.is !== 'ours') ?? exact[0];
    if (free !== undefined) return free;
    const alike = this.ofCanonical.get(canonicalText(wanted)) ?? [];
    return alike.length === 1 ? alike[0]! : -1;
  }

  private freeAmong = (indexes: readonly number[] = []): number[] => indexes.filter((index) => this.isFree(index));
  private isFree = (index: number): boolean => index !== -1 && this.columns[index] === undefined;
  private refuse = (path: string, message: string): void => void this.errors.push({ path, message });
}

/** `E-Mail *`, `e_mail` and `email` are alike. */
const withoutPunctuation = (text: string): string => canonicalText(text).replace(/[\p{P}\p{S}\p{Z}]/gu, '');

type Indexes = ReadonlyMap<string, readonly number[]>;

function indexesBy(texts: readonly string[]): Indexes {
  const indexes = new Map<string, number[]>();
  for (const [index, text] of texts.entries()) {
    const same = indexes.get(text);
    if (same) same.push(index);
    else indexes.set(text, [index]);
  }
  return indexes;
}

/** Quotes at most 20 names for a message. */
export const listed = (names: readonly string[]): string =>
  names
    .slice(0, 20)
    .map((name) => `"${name.slice(0, 64)}"`)
    .join(', ');
