/** The config of a step that is published, from the entry of its type in `x-node-types`. It may accept values that the service refuses. */
export function schemaOfConfig(schema) {
  const { format, type, description, ...rest } = schema;
  if (format === 'condition') return { $ref: '#/$defs/Condition', ...(description && { description }) };
  const { 'x-kind': _, 'x-ports': __, required = [], properties, items, additionalProperties, ...own } = rest;
  return {
    ...(description && { description: withoutLinks(description) }),
    ...(type && { type }),
    ...own,
    ...(properties && { properties: mapMembers(properties, schemaOfConfig) }),
    ...(required.length > 0 && { required }),
    ...(items && { items: schemaOfConfig(items) }),
    ...(type === 'object' && { additionalProperties: additionalPropertiesOf(properties, additionalProperties) }),
  };
}

const additionalPropertiesOf = (properties, others) => (typeof others === 'object' ? schemaOfConfig(others) : (others ?? !properties));

/** The part that editors show of a config that may be unfinished: it refuses nothing. */
export function annotationsOf({ description, enum: values, properties, items }) {
  return {
    ...(description && { description: withoutLinks(description) }),
    ...(values && { examples: values }),
    ...(properties && { type: ANY, properties: mapMembers(properties, annotationsOf) }),
    ...(items && { type: ANY, items: annotationsOf(items) }),
  };
}

/** All types, since a strict reader wants one beside `properties`. */
const ANY = ['object', 'array', 'string', 'number', 'boolean', 'null'];

const mapMembers = (properties, map) => Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, map(member)]));

/** A group of conditions, or a comparison. */
export function conditionSchema({ filter }) {
  const { op } = filter.properties.where.properties;
  const condition = { $ref: '#/$defs/Condition' };
  const list = (description) => ({ description, type: 'array', items: condition, minItems: 1 });
  return {
    description: 'A comparison of a field with a value, or a group: `all`, `any` or `not`.',
    type: 'object',
    properties: {
      all: list('All of these conditions are met.'),
      any: list('At least one of these conditions is met.'),
      not: { ...condition, description: 'This condition is not met.' },
      field: { description: 'The name of a field.', type: 'string', maxLength: 200 },
      path: { description: 'The path of another value, such as `submission.source`.', type: 'string', maxLength: 200 },
      op: { description: 'The operator.', ...op },
      value: { description: 'The fixed value of the operator.' },
    },
    additionalProperties: false,
  };
}

/** The links are to places in the documents. */
const withoutLinks = (description) => description.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
