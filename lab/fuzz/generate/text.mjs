import { HOSTILE_NUMBER_TEXTS, HOSTILE_TEXTS } from './hostile.mjs';

/** Changes the text of a JSON value in one place, so that it is often no JSON any more. */
export const mutatedText = (text, random) => random.pick(TEXT_CHANGES)(text, random);

const TEXT_CHANGES = [
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => insert(text, random.pick(['\0', ',', '}', '{', '[', '"', '\\', '\u0001', '\ufeff', '//x', 'NaN']), random),
  (text) => text.replace(/"([^"]+)":/, '"$1":null,"$1":'),
  (text) => text.replace(/"([^"]+)":/, (member) => `${member.replace(/"(.)/, (_, c) => `"\\u00${hex(c)}`)}1,${member}`),
  (text) => text.replace(/^\{/, '{"__proto__":{"polluted":1},'),
  (text) => text.replace(/^\{/, '{"constructor":{"prototype":{"polluted":1}},'),
  (text, random) => text.replace(/:[^,{}[\]]+/, () => `:${random.pick(HOSTILE_NUMBER_TEXTS)}`),
  (text) => text.replace(/:"[^"]*"/, ':"\\ud800"'),
  (text) => text.replace(/:"[^"]*"/, ':"\\u0000"'),
  (text) => text.replace(/:"[^"]*"/, ':"\\x41"'),
  (text) => text.replace(/}$/, ',}'),
  (text) => `${text}${text}`,
  (text) => `\ufeff${text}`,
  (text, random) => text + ' '.repeat(random.pick([1, 1_000, 300_000])),
  (_, random) => '['.repeat(random.pick([33, 1_000, 100_000])),
  (_, random) => `{"a":[${'0,'.repeat(random.pick([100, 60_000]))}0]}`,
  (_, random) => JSON.stringify(random.pick(HOSTILE_TEXTS)),
  (_, random) => random.pick(['', 'null', '0', '"', '[]', '{}', 'undefined', '{a:1}', "{'a':1}", '\0']),
];

const hex = (character) => character.charCodeAt(0).toString(16).padStart(2, '0');

function insert(text, part, random) {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + part + text.slice(at);
}

/** Changes bytes, so that they are often no UTF-8 any more. */
export function mutatedBytes(bytes, random) {
  const copy = Buffer.from(bytes);
  for (let count = random.whole(1, 4); count > 0 && copy.length > 0; count -= 1) {
    copy[random.below(copy.length)] = random.chance(0.5) ? random.below(256) : random.pick([0, 0xff, 0xc0, 0xed, 0x0d, 0x0a]);
  }
  return copy;
}
