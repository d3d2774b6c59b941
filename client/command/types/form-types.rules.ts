import type { FieldOptions, FieldType } from '../../../src/forms/definition/field.types.js';
import { normalizedTo } from '../../../src/platform/text/normalization.rules.js';
import { plain } from '../plain.js';

export interface TypedForm {
  id: string;
  name: string;
  fields: readonly TypedField[];
}

export interface TypedField {
  name: string;
  label: string | null;
  type: FieldType;
  required: boolean;
  options: FieldOptions | null;
}

/** Generates TypeScript with a type for the values of each form. */
export function formTypes(forms: readonly TypedForm[]): string {
  const distinct = [...new Map(forms.map((form) => [form.id, form])).values()];
  const names = distinct.map(({ name }) => typeName(name));
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  const types = distinct.map((form, index) => {
    const name = names[index]!;
    return valuesType(isShared(name) ? `${name}${form.id.replaceAll('-', '')}` : name, form);
  });
  return types.join('\n\n');
}

/** Converts the name of a form to PascalCase, with a prefix if the result is no valid identifier. */
function typeName(name: string): string {
  const words = normalizedTo('NFC', name).match(/[\p{L}\p{N}]+/gu) ?? [];
  const joined = words.map(([first = '', ...rest]) => first.toUpperCase() + rest.join('')).join('');
  return /^\p{L}/u.test(joined) ? joined : `Form${joined}`;
}

function valuesType(name: string, { id, name: formName, fields }: TypedForm): string {
  const files = fields.filter(({ type }) => type === 'file').map((field) => field.name);
  const title = `The values of the form "${formName}" (${id}).`;
  const note = files.length > 0 ? ` Its files are sent apart from them: ${files.join(', ')}.` : '';
  const members = fields.filter(({ type }) => type !== 'file').flatMap(member);
  return [comment(title + note), `export interface ${name}Values {`, ...members.map((line) => `  ${line}`), '}'].join('\n');
}

function member(field: TypedField): string[] {
  const name = IDENTIFIER.test(field.name) ? field.name : JSON.stringify(field.name);
  const line = `${name}${field.required ? '' : '?'}: ${valueType(field)};`;
  return field.label ? [comment(field.label), line] : [line];
}

/** All names that the service gives. Those of forms from older systems may be other texts. */
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

function valueType({ type, options }: TypedField): string {
  const choice = Array.isArray(options) ? options.map((option) => JSON.stringify(option)).join(' | ') : 'string';
  return { string: choice, array: `(${choice})[]`, number: 'number', boolean: 'boolean', date: 'string', file: 'never' }[type];
}

const comment = (text: string): string => `/** ${plain(text).replace(/\s+/g, ' ').replaceAll('*/', '*\\/')} */`;
