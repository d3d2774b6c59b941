import { entries, knownField, optional, required, scalar } from './config.rules';
import type { LocalType } from './node-type.types';
import type { FieldChanges } from '../model/run-state.types';

const MAX_ENTRIES = 200;
/** The measured units of work for mapping one entry of a list. */
const UNITS_PER_ENTRY = 50;

type Scalar = string | number | boolean | null;

interface MapValuesConfig {
  field: string;
  map: Record<string, Scalar>;
  default?: Scalar;
}

export const mapValues: LocalType<MapValuesConfig> = {
  type: 'map_values',
  kind: 'transform',
  channel: 'none',
  points: 1,
  summary: 'Maps the value of a field to another value; a list is mapped entry by entry.',
  config: {
    field: required(knownField, 'The name of the field.'),
    map: required(
      entries(() => null, scalar, MAX_ENTRIES),
      'The new values by the old ones. Numbers, true and false are looked up as texts.',
    ),
    default: optional(scalar, 'The value for a missing field, and for values that `map` does not have. Without it they stay as they are.'),
  },
  ports: () => ['out'],
  async execute(config, { state, renderer }) {
    const before = state.fields[config.field];
    if (Array.isArray(before)) await renderer.spend(before.length * UNITS_PER_ENTRY);
    const after = Array.isArray(before) ? before.map((entry) => mapped(entry, config)) : mapped(before, config);
    const set = after === undefined ? {} : { [config.field]: after };
    const changes: FieldChanges = { replace: false, set, remove: [] };
    return { port: 'out', output: changes, changes };
  },
};

function mapped(value: unknown, { map, default: otherwise }: MapValuesConfig): unknown {
  const key = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : null;
  if (key !== null && Object.hasOwn(map, key)) return map[key];
  return otherwise === undefined ? value : otherwise;
}
