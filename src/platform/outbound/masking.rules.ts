export const MASK = '***';

/**
 * Masks secrets in a text, in any notation: plain, or with any of their characters escaped as in JSON, URLs or HTML, also mixed. At the end
 * of a cut text, the beginning of a secret is removed. A text in which the beginnings of long secrets recur very often, such as a repeated
 * letter, is masked as a whole, to limit the search.
 */
export function masked(text: string, secrets: readonly string[], isCut: boolean): string {
  const written = [...new Set(secrets)].filter((secret) => secret !== '').map((secret) => [...secret].map(writingsOf));
  const search = { text, isCut, followed: 0 };
  const places = merged(written.flatMap((secret) => placesOf(search, secret)).sort(([one], [other]) => one - other));
  if (search.followed > MOST_FOLLOWED) return MASK;
  let [shown, end] = ['', 0];
  for (const place of places) {
    shown += text.slice(end, place[0]) + (place[1] === CUT ? '' : MASK);
    end = place[1];
  }
  return shown + text.slice(end);
}

/** The position of a secret in a text. The end is `CUT` when the secret is cut by the end of the text. */
type Place = [start: number, end: number];

const CUT = Infinity;

interface Search {
  text: string;
  isCut: boolean;
  /** The number of comparisons beyond the first characters of secrets. */
  followed: number;
}

/** The most comparisons, far more than a text with repeated whole secrets needs. */
const MOST_FOLLOWED = 100_000;
/** The number of first characters that are not counted, since so few may match by chance. */
const BEGINNING = 4;

function placesOf(search: Search, secret: readonly string[][]): Place[] {
  const { text } = search;
  const beginnings = new Set(secret[0]!.map((writing) => writing[0]!.toLowerCase()));
  const places: Place[] = [];
  for (let start = 0; start < text.length && search.followed <= MOST_FOLLOWED; start += 1) {
    const end = beginnings.has(text[start]!.toLowerCase()) ? endOf(search, start, secret) : null;
    if (end !== null) places.push([start, end]);
  }
  return places;
}

/** The end of a secret that begins at `start`, else null. Notations can begin alike, so all that match are followed. */
function endOf(search: Search, start: number, secret: readonly string[][]): number | null {
  const { text, isCut } = search;
  let ends = new Set([start]);
  for (const [index, writings] of secret.entries()) {
    if (index >= BEGINNING) search.followed += ends.size;
    const next = new Set<number>();
    for (const end of ends) {
      for (const writing of writings) {
        if (matches(text, writing, end)) next.add(end + writing.length);
        else if (isCut && text.length - end < writing.length && writing.startsWith(text.slice(end).toLowerCase())) return CUT;
      }
    }
    if (next.size === 0) return null;
    ends = next;
  }
  return Math.max(...ends);
}

/** Compares escapes in any case, but plain characters exactly. */
function matches(text: string, part: string, at: number): boolean {
  if (part.length <= 1 || part.length > text.length - at) return text.startsWith(part, at);
  return text.startsWith(part, at) || text.slice(at, at + part.length).toLowerCase() === part;
}

/** Merges overlapping places, so that no part of a secret remains beside another one. */
function merged(places: readonly Place[]): Place[] {
  const all: Place[] = [];
  for (const [start, end] of places) {
    const last = all.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}

function writingsOf(character: string): string[] {
  const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');
  const code = character.codePointAt(0)!;
  const units = Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join('');
  const bytes = Array.from(new TextEncoder().encode(character), (byte) => `%${hex(byte, 2)}`).join('');
  const named = ENTITIES[character] ?? character;
  const inJson = JSON.stringify(character).slice(1, -1).toLowerCase();
  const others = [`\\${character}`, units, bytes, inJson, named, `&#${code};`, `&#x${hex(code, 1)};`, ...(character === ' ' ? ['+'] : [])];
  return [...new Set([character, ...others.map((other) => (other === character ? other : other.toLowerCase()))])];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
