import { FIELD_NAME_PATTERN } from '../../forms/definition/field.types';
import { entries, invalid, knownField, listOf, oneOf, optional, scalar, template } from './config.rules';
import type { LocalType } from './node-type.types';
import type { FieldChanges } from '../model/run-state.types';

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
  summary: 'Sets and removes fields for the nodes after it. The stored submission does not change.',
  config: {
    set: optional(
      entries(nameError, (value, ...at) => (typeof value === 'string' ? template : scalar)(value, ...at), MAX_FIELDS),
      'The fields to set, by name. A text is a template; a template of a single value keeps the type of the value.',
    ),
    remove: optional(listOf(knownField, 1, MAX_FIELDS), 'The names of fields to remove, after `set` has been applied.'),
    mode: optional(oneOf('merge', 'replace'), '`merge` (default) keeps the other fields, `replace` removes them.'),
  },
  crossFieldErrors: ({ set, remove }) =>
    Object.keys(set ?? {}).length === 0 && remove === undefined ? [invalid('config', 'must have fields to set or to remove')] : [],
  ports: () => ['out'],
  fieldsSet: ({ set }) => (typeof set === 'object' && set !== null ? Object.keys(set) : []),
  async execute({ set = {}, remove = [], mode }, { renderer }) {
    const values: [string, unknown][] = [];
    for (const [name, value] of Object.entries(set)) {
      values.push([name, typeof value === 'string' ? ((await renderer.renderValue(value)) ?? null) : value]);
    }
    const changes: FieldChanges = { replace: mode === 'replace', set: Object.fromEntries(values), remove };
    return { port: 'out', output: changes, changes };
  },
};

function nameError(name: string): string | null {
  return FIELD_NAME_PATTERN.test(name)
    ? null
    : 'must begin with a lower-case letter and have at most 64 lower-case letters, digits and underscores';
}
