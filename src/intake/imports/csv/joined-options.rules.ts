import { optionKey } from '../../../forms/definition/field-options.rules';
import type { FieldDefinition } from '../../../forms/definition/field.types';

/** The options of a list that are joined in a text by `;`, by line breaks or by `,`, which may also be part of them; null unless all are options. */
export function optionsIn(text: string, { options }: Pick<FieldDefinition, 'options'>): string[] | null {
  if (!Array.isArray(options) || options.length === 0) return null;
  const known = new Set(options.map(optionKey));
  for (const separator of SEPARATORS) {
    const found = splitInto(known, text.split(separator), separator);
    if (found) return found;
  }
  return null;
}

const SEPARATORS = [';', '\n', ','];

/** As many parts as are an option together, from the left. */
function splitInto(known: ReadonlySet<string>, parts: readonly string[], separator: string): string[] | null {
  const longest = Math.max(...[...known].map((option) => option.split(separator).length));
  const found: string[] = [];
  for (let start = 0; start < parts.length;) {
    let end = Math.min(start + longest, parts.length);
    while (end > start && !known.has(optionKey(parts.slice(start, end).join(separator)))) end -= 1;
    if (end === start) return null;
    found.push(parts.slice(start, end).join(separator).trim());
    start = end;
  }
  return found;
}
