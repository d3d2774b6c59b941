/** The pattern of a text of one line. */
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
/** Where the service trims the ends, line breaks may stand there, as YAML has them after a block of text. */
const ONE_LINE_AND_ENDS = '^[^\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f]*$';
const TRIMMED = ['name', 'label', 'title', 'submit_label', 'thanks_title'];

/**
 * A schema of the API as one of JSON Schema 2020-12 without references, which editors and messages are easier to make from: a choice that may
 * be null is one list of values, and an example one of `examples`.
 */
export function expanded({ $ref, ...own }, schemas) {
  const { description, ...referred } = $ref ? schemas[$ref.split('/').at(-1)] : {};
  const { example, anyOf, oneOf, format, ...schema } = { ...(own.description ? {} : { description }), ...referred, ...own };
  const [choice, none] = anyOf ?? oneOf ?? [];
  if (none) return { ...orNull(expanded(choice, schemas)), ...expanded(schema, schemas) };
  return {
    ...schema,
    ...(example !== undefined && { examples: [example] }),
    ...(format === 'date-time' && { format }),
    ...(schema.items && { items: expanded(schema.items, schemas) }),
    ...(schema.properties && { properties: expandedMembers(schema.properties, schemas) }),
    ...(typeof schema.additionalProperties === 'object' && { additionalProperties: expanded(schema.additionalProperties, schemas) }),
  };
}

export const expandedMembers = (properties, schemas) =>
  Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, withEnds(name, expanded(member, schemas))]));

const withEnds = (name, { pattern, ...schema }) =>
  pattern === undefined ? schema : { ...schema, pattern: pattern === ONE_LINE && TRIMMED.includes(name) ? ONE_LINE_AND_ENDS : pattern };

const orNull = ({ type, description: _, enum: values, ...schema }) => ({
  type: [type, 'null'],
  ...(values && { enum: [...values, null] }),
  ...schema,
});

/** Adds the defaults that the view of a section of the settings has. */
export function withDefaults(section, view, schemas) {
  const { properties: shown } = expanded(view, schemas);
  const members = Object.entries(section.properties).map(([name, member]) => [
    name,
    shown[name].default === undefined ? withDefaults(member, shown[name], schemas) : { ...member, default: shown[name].default },
  ]);
  return { ...section, properties: Object.fromEntries(members) };
}
