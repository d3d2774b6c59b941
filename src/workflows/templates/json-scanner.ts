/** A piece of text that makes the JSON invalid. */
export class NoJson extends Error {
  constructor(
    /** The offset in the piece; negative if the invalid part began in an earlier piece. */
    readonly offset: number,
    readonly reason: string,
  ) {
    super(reason);
  }
}

/**
 * Reads JSON (RFC 8259) in pieces, some of which are submitted values. A submitted value can only be a part of a string or a whole JSON
 * value, so it can neither end a string nor add or replace a member.
 */
export class JsonScanner {
  private readonly open: Container[] = [];
  private next: Next = 'value';
  /** The part that is being read: a string, an escape sequence in it, or a word such as `12` and `true`. */
  private within: 'text' | 'escape' | 'hex' | 'word' | null = null;
  private raw = '';
  private hexDigits = 0;
  private isName = false;
  /** True when a submitted value is a part of the string that is being read. */
  private hasValue = false;

  /** True when the next piece continues a string. */
  get isInText(): boolean {
    return this.within === 'text';
  }

  /** True when the next piece continues an escape sequence. */
  get isInEscape(): boolean {
    return this.within === 'escape' || this.within === 'hex';
  }

  /** Reads a piece of JSON. Throws `NoJson`. */
  read(piece: string): void {
    for (let offset = 0; offset < piece.length; offset += 1) this.step(piece[offset]!, offset);
  }

  /** Reads a submitted value within a string, after it was escaped. */
  readContent(escaped: string): void {
    this.raw += escaped;
    this.hasValue = true;
  }

  /** Reads a submitted value outside of strings, after it was written as JSON. */
  readJson(json: string): void {
    if (this.within !== null) throw new NoJson(0, MISPLACED);
    if (this.mayBegin('value')) return this.endValue();
    if (!this.mayBegin('name') || !json.startsWith('"')) throw new NoJson(0, MISPLACED);
    this.raw = json.slice(1, -1);
    this.hasValue = true;
    this.endName(0);
  }

  end(): void {
    if (this.within === 'word') this.endWord(0);
    if (this.within !== null || this.open.length > 0 || this.next !== 'nothing') throw new NoJson(0, 'something is missing at the end');
  }

  private step(char: string, offset: number): void {
    switch (this.within) {
      case 'text':
        return this.stepInText(char, offset);
      case 'escape':
        return this.stepInEscape(char, offset);
      case 'hex':
        return this.stepInHex(char, offset);
      case 'word':
        if (WORD.test(char)) {
          this.raw += char;
          return;
        }
        this.endWord(offset);
    }
    if (!SPACE.test(char)) this.stepBetween(char, offset);
  }

  private stepInText(char: string, offset: number): void {
    if (char === '"') {
      if (this.isName) return this.endName(offset);
      return this.endValue();
    }
    if (char < ' ') throw new NoJson(offset, 'a line break or another control character is within a text');
    if (char === '\\') this.within = 'escape';
    this.raw += char;
  }

  private stepInEscape(char: string, offset: number): void {
    if (!'"\\/bfnrtu'.includes(char)) throw new NoJson(offset, NO_ESCAPE);
    this.within = char === 'u' ? 'hex' : 'text';
    this.hexDigits = 0;
    this.raw += char;
  }

  private stepInHex(char: string, offset: number): void {
    if (!/[\da-f]/i.test(char)) throw new NoJson(offset, NO_ESCAPE);
    this.hexDigits += 1;
    if (this.hexDigits === 4) this.within = 'text';
    this.raw += char;
  }

  private stepBetween(char: string, offset: number): void {
    const container = this.open.at(-1);
    if (char === '"' && (this.mayBegin('value') || this.mayBegin('name'))) return this.begin('text', '');
    if (WORD.test(char) && this.mayBegin('value')) return this.begin('word', char);
    if ((char === '{' || char === '[') && this.mayBegin('value')) {
      this.open.push({ end: char === '{' ? '}' : ']', names: new Map() });
      this.next = char === '{' ? 'name or end' : 'value or end';
    } else if (char === container?.end && this.next.endsWith('or end')) {
      this.open.pop();
      this.endValue();
    } else if (char === ':' && this.next === 'colon') {
      this.next = 'value';
    } else if (char === ',' && this.next === 'comma or end') {
      this.next = container?.end === '}' ? 'name' : 'value';
    } else {
      throw new NoJson(offset, 'this cannot stand here');
    }
  }

  private mayBegin(part: 'value' | 'name'): boolean {
    return this.next.startsWith(part);
  }

  private begin(within: 'text' | 'word', raw: string): void {
    this.within = within;
    this.raw = raw;
    this.isName = this.mayBegin('name');
    this.hasValue = false;
  }

  private endWord(offset: number): void {
    if (!SCALAR.test(this.raw)) throw new NoJson(offset - this.raw.length, 'this is no number, true, false or null, and no text');
    this.endValue();
  }

  private endValue(): void {
    this.within = null;
    this.next = this.open.length === 0 ? 'nothing' : 'comma or end';
  }

  /** Allows two equal names only if both are from the template itself. */
  private endName(offset: number): void {
    const { names } = this.open.at(-1)!;
    const name = JSON.parse(`"${this.raw}"`) as string;
    if (names.has(name) && (this.hasValue || names.get(name))) throw new NoJson(offset, 'a value gives two members the same name');
    names.set(name, this.hasValue);
    this.within = null;
    this.next = 'colon';
  }
}

interface Container {
  end: '}' | ']';
  /** True for a name that contains a submitted value. */
  names: Map<string, boolean>;
}

type Next = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';

const SPACE = /[ \t\r\n]/;
const WORD = /[\w+.-]/;
export const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
const MISPLACED = 'a JSON value cannot stand here';
const NO_ESCAPE = 'a backslash is followed by something that it cannot escape';
