/** What a form encoding carries, urlencoded or the text parts of multipart: nothing but names and texts. */
export interface FormTexts {
  texts: ReadonlyMap<string, readonly string[]>;
  /** Names that were sent as `name[]`, which says that a single text is a list of one. */
  lists: ReadonlySet<string>;
}

export type UrlencodedReading = { form: FormTexts } | { refusal: 'malformed' | 'too_many' };

/** Bounds the work for a body of nothing but separators. The largest list of a form has 200 entries. */
export const MAX_PAIRS = 1000;

/**
 * Reads application/x-www-form-urlencoded (WHATWG URL, 5.1) from a body that was decoded as UTF-8. Unlike a browser
 * it refuses a stray `%` and escapes that are not UTF-8, since guessing would store something that nobody sent.
 */
export function parseUrlencoded(body: string): UrlencodedReading {
  const sequences = body.split('&', MAX_PAIRS + 1);
  if (sequences.length > MAX_PAIRS) return { refusal: 'too_many' };
  try {
    return { form: collectTexts(sequences.filter((sequence) => sequence !== '').map(decodePair)) };
  } catch (error) {
    if (error instanceof URIError) return { refusal: 'malformed' };
    throw error;
  }
}

/** Puts the texts of each name together, in the order sent. Brackets other than a closing `[]` are part of the name. */
export function collectTexts(pairs: Iterable<readonly [name: string, text: string]>): FormTexts {
  const texts = new Map<string, string[]>();
  const lists = new Set<string>();
  for (const [sentName, text] of pairs) {
    const isList = sentName.endsWith('[]');
    const name = isList ? sentName.slice(0, -2) : sentName;
    if (isList) lists.add(name);
    const earlier = texts.get(name);
    if (earlier) earlier.push(text);
    else texts.set(name, [text]);
  }
  return { texts, lists };
}

function decodePair(sequence: string): [name: string, text: string] {
  const equals = sequence.indexOf('=');
  return equals === -1
    ? [decode(sequence), '']
    : [decode(sequence.slice(0, equals)), decode(sequence.slice(equals + 1))];
}

/** decodeURIComponent is strict about `%` and UTF-8 and throws a URIError; only the plus sign is ours to turn into a space. */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
