/**
 * A value of which PostgreSQL can store the JSON: it refuses U+0000 and halves of surrogate pairs. No submission holds any, but a
 * template can cut an emoji in two. The halves become U+FFFD here, so that what later nodes see does not depend on a restart.
 */
export function storable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  if (!MAY_BE_REFUSED.test(text)) return value;
  return JSON.parse(text, (_, part: unknown) => (typeof part === 'string' ? replaced(part) : part)) as Value;
}

/** How JSON spells those characters; a text that only looks like it is left as it is. */
const MAY_BE_REFUSED = /\\u(?:0000|d[89a-f])/;

const replaced = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
