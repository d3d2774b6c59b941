/** Goes through a text from its beginning to its end, once. */
export class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  /** Takes exactly this text, if it is there and not empty. */
  take(text: string): boolean {
    if (text === '' || !this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** The same in upper or lower case, if no letter comes behind it. */
  takeWord(word: string): boolean {
    const end = this.at + word.length;
    if (this.text.slice(this.at, end).toLowerCase() !== word || LETTER.test(this.text.charAt(end))) return false;
    this.at = end;
    return true;
  }

  /** One of these characters; empty where none of them is. */
  oneOf(characters: string): string {
    const next = this.text.charAt(this.at);
    return next !== '' && characters.includes(next) ? this.taken(1) : '';
  }

  /** So many digits; empty where fewer are. */
  digits(least: number, most: number): string {
    const count = this.count(DIGIT, most);
    return count < least ? '' : this.taken(count);
  }

  /** As many letters of ASCII as are there. */
  letters(most: number): string {
    return this.taken(this.count(LETTER, most));
  }

  blanks(): void {
    this.taken(this.count(BLANK, Infinity));
  }

  private count(kind: RegExp, most: number): number {
    let count = 0;
    while (count < most && kind.test(this.text.charAt(this.at + count))) count += 1;
    return count;
  }

  private taken(count: number): string {
    this.at += count;
    return this.text.slice(this.at - count, this.at);
  }
}

/** Each for one character. */
const DIGIT = /^\d$/;
const LETTER = /^[A-Za-z]$/;
const BLANK = /^ $/;
