/** The decoded entries of a form encoding: urlencoded, or the text parts of multipart. */
export interface FormTexts {
  texts: ReadonlyMap<string, readonly string[]>;
  /** Names sent with a closing `[]` or index, whose value is a list even when there is a single text. */
  lists: ReadonlySet<string>;
}

export type UrlencodedResult = { form: FormTexts } | { error: 'malformed' | 'too_many' };

/** Limits the work that a body of nothing but separators can cause. The largest list that a form accepts has 200 entries. */
export const MAX_PAIRS = 1000;

/**
 * Parses application/x-www-form-urlencoded (WHATWG URL, section 5.1) from text that was decoded as UTF-8. A stray `%` and escapes
 * that are not UTF-8 are errors, unlike in a browser, which would replace them and so store something that nobody sent.
 */
export function parseUrlencoded(body: string): UrlencodedResult {
  const sequences = body.split('&', MAX_PAIRS + 1);
  if (sequences.length > MAX_PAIRS) return { error: 'too_many' };
  try {
    return { form: collectTexts(sequences.filter((sequence) => sequence !== '').map(decodePair)) };
  } catch (error) {
    if (error instanceof URIError) return { error: 'malformed' };
    throw error;
  }
}

/** The name of the field. List entries are sent under it with a closing `[]` or an index of up to three digits, such as `[0]`. */
export function fieldNameOf(sentName: string): string {
  if (!sentName.endsWith(']')) return sentName;
  const bracket = sentName.lastIndexOf('[');
  return bracket > 0 && INDEX.test(sentName.slice(bracket + 1, -1)) ? sentName.slice(0, bracket) : sentName;
}

const INDEX = /^[0-9]{0,3}$/;

/** Groups texts by name in the order sent, whatever their indexes are. Any other bracket is part of the name. */
export function collectTexts(pairs: Iterable<readonly [name: string, text: string]>): FormTexts {
  const texts = new Map<string, string[]>();
  const lists = new Set<string>();
  for (const [sentName, text] of pairs) {
    const name = fieldNameOf(sentName);
    if (name !== sentName) lists.add(name);
    const group = texts.get(name);
    if (group) group.push(text);
    else texts.set(name, [text]);
  }
  return { texts, lists };
}

function decodePair(sequence: string): [name: string, text: string] {
  const equals = sequence.indexOf('=');
  return equals === -1 ? [decode(sequence), ''] : [decode(sequence.slice(0, equals)), decode(sequence.slice(equals + 1))];
}

/** Throws a URIError for an invalid escape. `decodeURIComponent` leaves the plus sign alone, which stands for a space here. */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/**
 * True for a text that is one JSON object or list, as it is or percent-encoded as a whole. Browsers encode the brackets of names and values,
 * so no form that they send begins with one.
 */
export function isJsonDocument(body: string): boolean {
  if (!BEGINNING.test(body)) return false;
  return isJson(body) || isJson(body.replace(/=$/, '')) || isJson(decodedWhole(body));
}

/** The beginning of JSON, also percent-encoded. */
const BEGINNING = /^(?:[\s+\ufeff]|%(?:20|09|0a|0d|ef%bb%bf))*(?:[{[]|%(?:7b|5b))/i;

function decodedWhole(body: string): string {
  if (body.includes('&')) return '';
  try {
    return decode(body.replace(/=$/, ''));
  } catch {
    return '';
  }
}

function isJson(text: string): boolean {
  const document = text.replace(/^\ufeff/, '').trim();
  if (!document.endsWith(document.startsWith('{') ? '}' : ']')) return false;
  try {
    JSON.parse(document);
    return true;
  } catch {
    return false;
  }
}
