import { FIELD_NAME_PATTERN } from '../../fields/field.types';
import { entries, invalid, knownField, listOf, oneOf, optional, scalar, template } from './config.rules';
import type { LocalType } from './node-type.types';
import type { FieldChanges } from './run-state.types';

const MAX_FIELDS = 100;

type Scalar = string | number | boolean | null;

interface SetFieldsConfig {
  set?: Record<string, Scalar>;
  remove?: string[];
  mode?: 'merge' | 'replace';
}

export const setFields: LocalType<SetFieldsConfig> = {
  type: 'set_fields',
  kind: 'transform',
  channel: 'none',
  points: 1,
  summary: 'Sets and removes fields for the nodes behind it; the stored submission stays as it is.',
  config: {
    set: optional(
      entries(nameFault, (value, ...at) => (typeof value === 'string' ? template : scalar)(value, ...at), MAX_FIELDS),
      'Fields by name. A text is a template; one that is a single value keeps its type.',
    ),
    remove: optional(listOf(knownField, 1, MAX_FIELDS), 'Names of fields to leave out, after `set` has been applied.'),
    mode: optional(oneOf('merge', 'replace'), '`merge` (default) keeps the other fields, `replace` drops them.'),
  },
  crossFieldErrors: ({ set, remove }) =>
    Object.keys(set ?? {}).length === 0 && remove === undefined
      ? [invalid('config', 'Name fields to set or to remove.')]
      : [],
  ports: () => ['out'],
  fieldsSet: ({ set }) => (typeof set === 'object' && set !== null ? Object.keys(set) : []),
  execute({ set = {}, remove = [], mode }, { fill }) {
    const values = Object.entries(set).map(([name, value]): [string, unknown] => [
      name,
      typeof value === 'string' ? (fill.value(value) ?? null) : value,
    ]);
    const changes: FieldChanges = { replace: mode === 'replace', set: Object.fromEntries(values), remove };
    return { port: 'out', output: changes, changes };
  },
};

function nameFault(name: string): string | null {
  return FIELD_NAME_PATTERN.test(name)
    ? null
    : 'A field name begins with a lower-case letter and goes on with letters, digits and underscores.';
}
