/** Counts the lines of text that comes in parts. CRLF is one line break, also when a part ends within it. */
export class LineCounter {
  /** The number of the present line, from 1. */
  current = 1;
  private endsWithCr = false;

  add(text: string): void {
    if (text === '') return;
    const breaks = text.match(/\r\n?|\n/g)?.length ?? 0;
    this.current += this.endsWithCr && text.startsWith('\n') ? breaks - 1 : breaks;
    this.endsWithCr = text.endsWith('\r');
  }
}
