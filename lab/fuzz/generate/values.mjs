import { resolved } from './document.mjs';

/** A value that a schema allows, often at one of its bounds. */
export function valueOf(schemaOrReference, random) {
  const schema = resolved(schemaOrReference) ?? {};
  const choices = schema.enum ?? schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (schema.enum) return random.pick(choices);
  if (choices) return valueOf(random.pick(choices), random);
  if (schema.example !== undefined && random.chance(0.4)) return structuredClone(schema.example);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  return (MAKERS[type] ?? anyValue)(schema, random);
}

const MAKERS = {
  null: () => null,
  boolean: (_, random) => random.chance(0.5),
  integer: numberOf,
  number: numberOf,
  string: stringOf,
  array: arrayOf,
  object: objectOf,
};

function numberOf({ minimum = -10, maximum = 1_000 }, random) {
  return random.pick([minimum, maximum, random.whole(minimum, Math.min(maximum, minimum + 1_000))]);
}

function stringOf(schema, random) {
  if (schema.format === 'uuid') return random.uuid();
  if (schema.format?.startsWith('date')) return new Date(1.7e12 + random.below(1e11)).toISOString();
  if (schema.pattern !== undefined) return matching(schema, random);
  return random.text(lengthOf(schema, random));
}

const lengthOf = ({ minLength = 0, maxLength = 40 }, random) =>
  random.pick([minLength, Math.min(maxLength, MAX_LENGTH), random.whole(minLength, Math.min(maxLength, 40))]);

/** A body of megabytes would take longer than a thousand requests. */
const MAX_LENGTH = 100_000;

/** Some text that a pattern allows; patterns are few, so candidates are tried. */
function matching(schema, random) {
  const pattern = new RegExp(schema.pattern, 'u');
  const candidates = [random.text(random.whole(1, 12)), `a${random.text(5)}`, 'https://www.example.com', '*', 'null'];
  return random.pick(candidates.filter((text) => pattern.test(text))) ?? schema.example ?? '';
}

function arrayOf({ items = {}, minItems = 0, maxItems = 5 }, random) {
  const length = random.chance(0.02) ? maxItems : random.whole(minItems, Math.min(maxItems, minItems + 3));
  return Array.from({ length }, () => valueOf(items, random));
}

function objectOf({ properties = {}, required = [], additionalProperties }, random) {
  const named = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.5));
  const others = additionalProperties && named.length === 0 ? [[random.text(5), additionalProperties]] : [];
  return Object.fromEntries([...named, ...others].map(([name, schema]) => [name, valueOf(schema, random)]));
}

const anyValue = (_, random) => random.pick(['a', 1, true, null, [], {}, ['a'], { a: 1 }]);
