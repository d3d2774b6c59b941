import { withJoinersOnly } from '../../platform/text/invisible.rules';
import { normalizedTo } from '../../platform/text/normalization.rules';

/**
 * A part of a mail to a visitor: fixed text of the author, a value that a stranger may have chosen, or the copy of a submission, which its
 * form lets pass.
 */
export interface MailPart {
  kind: 'fixed' | 'value' | 'copy';
  text: string;
}

/** It stands for a value that could lead somewhere, and for the rest of a long one. */
export const TAKEN_AWAY = '…';

export const MAX_SHOWN = 80;

/**
 * The parts of a text in which no value makes a link, neither alone nor with what stands beside it. Values that touch each other are one,
 * so that nobody can spread a link over several fields.
 * @param isHtml true for fixed parts that are HTML; values are plain texts in both cases
 */
export function withoutLinks(parts: readonly MailPart[], isHtml: boolean): MailPart[] {
  const shown = merged(parts).map((part) => (part.kind === 'value' ? { ...part, text: shownValue(part.text) } : part));
  const linking = valuesInLinks(shown, false);
  if (isHtml) for (const index of valuesInLinks(shown, true)) linking.add(index);
  return shown.map((part, index) => (linking.has(index) ? { ...part, text: TAKEN_AWAY } : part));
}

/** A value as one line of at most 80 code points, or the sign that stands for it. */
export function shownValue(text: string): string {
  if (isLink(plainLetters(text))) return TAKEN_AWAY;
  const letters = [...withJoinersOnly(text).replace(/[\s\p{Cc}]+/gu, ' ')];
  return letters.length <= MAX_SHOWN ? letters.join('') : letters.slice(0, MAX_SHOWN - 1).join('') + TAKEN_AWAY;
}

function merged(parts: readonly MailPart[]): MailPart[] {
  const result: MailPart[] = [];
  for (const part of parts) {
    if (part.text === '') continue;
    const last = result.at(-1);
    if (last?.kind === part.kind && part.kind !== 'copy') last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}

/** Letters as the programs read them that make links of texts: wide letters are narrow ones, and nothing is invisible. */
const plainLetters = (text: string): string => [...text].map(plainLetter).join('');

function plainLetter(letter: string): string {
  if (letter < '\u007f' || letter === TAKEN_AWAY) return letter;
  return IGNORED.test(letter) ? '' : normalizedTo('NFKC', letter).replaceAll('。', '.');
}

const IGNORED = /[\p{Cf}\u034f\p{Variation_Selector}]/u;

/** Slashes and back slashes in pairs begin the address of a host; what follows the other names is opened by a program. */
const SCHEMES = 'mailto|tel|sms|callto|sips?|skype|facetime|xmpp|geo|javascript|vbscript|data|file|ftps?|https?|news|magnet|bitcoin|intent';
const LINK = new RegExp(String.raw`//|\\\\|@|www\.|[\p{L}\p{N}\p{M}\p{S}_-]\.\p{L}[\p{L}\p{M}]|(?<![\p{L}\p{N}])(?:${SCHEMES}):`, 'iu');

const isLink = (text: string): boolean => LINK.test(text);

/** The indexes of values that are a part of a link, except where they follow the fixed host of one, as in `https://example.com/{{ x }}`. */
function valuesInLinks(parts: readonly MailPart[], isWithoutTags: boolean): Set<number> {
  const { text, partAt } = isWithoutTags ? readText(parts) : rawText(parts);
  const found = new Set<number>();
  for (const { 0: word, index: begin } of text.matchAll(WORD)) {
    const isValue = (at: number) => parts[partAt[at]!]!.kind === 'value';
    const end = begin + endOfLink(word, (at) => isValue(begin + at));
    if (end === begin || !isLink(text.slice(begin, end))) continue;
    for (let at = begin; at < end; at += 1) if (isValue(at)) found.add(partAt[at]!);
  }
  return found;
}

/** Characters that no program takes for a part of a link. */
const WORD = /[^\s"'<>,;()[\]{}|!…]+/gu;

/** The end of what has to be checked in a word: its own end, or the begin of a link whose scheme and host are fixed. */
function endOfLink(word: string, isValue: (at: number) => boolean): number {
  const slashes = word.indexOf('://');
  if (slashes === -1) return word.length;
  const begin = slashes - /[a-z\d+.-]*$/i.exec(word.slice(Math.max(0, slashes - MAX_SCHEME), slashes))![0].length;
  const host = /^[^/?#]*/.exec(word.slice(slashes + 3))![0].length;
  for (let at = begin; at < slashes + 3 + host; at += 1) if (isValue(at)) return word.length;
  return host > 0 ? begin : word.length;
}

const MAX_SCHEME = 20;

/** A text as it is scanned, and for each of its UTF-16 units the index of its part. */
interface Scanned {
  text: string;
  partAt: number[];
}

function rawText(parts: readonly MailPart[]): Scanned {
  const scan = new Scan();
  for (const [index, { kind, text }] of parts.entries()) {
    if (kind === 'copy') scan.add('\n', index);
    else for (const letter of text) scan.add(plainLetter(letter), index);
  }
  return scan;
}

/** The text that readers of HTML see: blocks begin on a line of their own, other tags are nothing. */
function readText(parts: readonly MailPart[]): Scanned {
  const scan = new Scan();
  let tag: string | null = null;
  for (const [index, { kind, text }] of parts.entries()) {
    if (kind === 'copy') scan.add('\n', index);
    else if (kind === 'value' && tag === null) for (const letter of text) scan.add(plainLetter(letter), index);
    if (kind !== 'fixed') continue;
    for (const letter of text) {
      if (letter === '<') tag = '';
      else if (tag === null) scan.add(plainLetter(letter), index);
      else if (letter !== '>') tag = tag.length < MAX_TAG ? tag + letter : tag;
      else {
        if (!INLINE.test(tag)) scan.add('\n', index);
        tag = null;
      }
    }
  }
  return scan;
}

const MAX_TAG = 12;
const INLINE =
  /^(?:!--|\/?(?:a|abbr|b|bdi|bdo|big|cite|code|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|tt|u|var|wbr)(?![a-z\d]))/i;

class Scan implements Scanned {
  text = '';
  readonly partAt: number[] = [];

  add(letters: string, part: number): void {
    this.text += letters;
    for (let at = 0; at < letters.length; at += 1) this.partAt.push(part);
  }
}
