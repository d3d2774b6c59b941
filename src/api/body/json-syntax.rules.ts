/**
 * The index at which a text stops being JSON (RFC 8259); its length when it ends too early. Messages of `JSON.parse` quote the text, and
 * most of them tell no position. Recursive, so the depth has to be limited beforehand.
 */
export function syntaxErrorIndex(text: string): number {
  const reader = new Reader(text);
  if (reader.value()) reader.space();
  return reader.at;
}

/** Each method returns false at an error, where `at` then stays. */
class Reader {
  at = 0;

  constructor(private readonly text: string) {}

  value(): boolean {
    this.space();
    if (this.takes('{')) return this.list('}', () => this.member());
    if (this.takes('[')) return this.list(']', () => this.value());
    return this.text[this.at] === '"' ? this.string() : this.matches(LITERAL);
  }

  space(): void {
    this.matches(SPACE);
  }

  /** The entries of an object or a list, after its opening bracket. */
  private list(end: string, entry: () => boolean): boolean {
    this.space();
    if (this.takes(end)) return true;
    while (entry()) {
      this.space();
      if (this.takes(end)) return true;
      if (!this.takes(',')) return false;
    }
    return false;
  }

  private member(): boolean {
    this.space();
    if (!this.string()) return false;
    this.space();
    return this.takes(':') && this.value();
  }

  private string(): boolean {
    return this.matches(STRING_WITHOUT_END) && this.takes('"');
  }

  private takes(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }
}

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING_WITHOUT_END = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
