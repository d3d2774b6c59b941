import { isJsonObject } from '../../platform/json/json.rules';
import { fieldInOperand } from '../conditions/option.rules';
import type { Definition } from '../model/definition.types';
import { fieldNamesIn } from '../templates/reference.rules';

/** A place of a workflow that names a field, or that compares it with one of its options. */
export interface FieldUse {
  nodeId: string;
  nodeName: string | null;
  /** The member of the node, such as `config.where.value`. */
  path: string;
  /** The option that is compared; null for the field itself. */
  option: string | null;
}

/** The places that name the field; with `options`, those that compare it with one of these, also where a template may do so. */
export function fieldUses({ nodes }: Pick<Definition, 'nodes'>, name: string, options: ReadonlySet<string> | null): FieldUse[] {
  return nodes.flatMap(({ id, name: nodeName = null, config }) => {
    const uses: Place[] = [];
    visit(config, 'config', { name, options, add: (path, option) => uses.push({ path, option: option ?? null }) });
    return uses.map((use) => ({ nodeId: id, nodeName, ...use }));
  });
}

type Place = Pick<FieldUse, 'path' | 'option'>;

interface Search {
  name: string;
  options: ReadonlySet<string> | null;
  add: (path: string, option?: string) => void;
}

function visit(part: unknown, path: string, search: Search): void {
  if (typeof part === 'string') return visitText(part, path, search);
  if (Array.isArray(part)) return part.forEach((entry, index) => visit(entry, `${path}.${index}`, search));
  if (!isJsonObject(part)) return;
  const { field, path: operand, value, cases, map } = part;
  const isOfField = field === search.name || fieldInOperand(operand) === search.name;
  if (isOfField && !search.options) search.add(`${path}.${field === search.name ? 'field' : 'path'}`);
  if (isOfField) visitCompared(value, `${path}.value`, search);
  if (isOfField && isJsonObject(map)) for (const key of Object.keys(map)) visitCompared(key, `${path}.map.${key}`, search);
  if (fieldInOperand(value) === search.name && Array.isArray(cases))
    cases.forEach((entry: unknown, index) => isJsonObject(entry) && visitCompared(entry['value'], `${path}.cases.${index}.value`, search));
  for (const [member, entry] of Object.entries(part)) {
    if (member === 'remove' && Array.isArray(entry) && entry.includes(search.name) && !search.options) search.add(`${path}.remove`);
    visit(entry, `${path}.${member}`, search);
  }
}

function visitCompared(value: unknown, path: string, { options, add }: Search): void {
  const texts = Array.isArray(value)
    ? value.map((text, index) => [text as unknown, `${path}.${index}`] as const)
    : [[value, path] as const];
  for (const [text, at] of texts) if (typeof text === 'string' && options?.has(text)) add(at, text);
}

/** A template that names the field, and an option of it in quotation marks, most likely compares the two. */
function visitText(text: string, path: string, { name, options, add }: Search): void {
  if (!text.includes(name) || !fieldNamesIn(text).has(name)) return;
  if (!options) return add(path);
  for (const option of options) if (text.includes(`"${option}"`) || text.includes(`'${option}'`)) add(path, option);
}
