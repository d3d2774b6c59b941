import { LineCounter } from './line-counter';
import { type FileRecord, MAX_RECORD_LENGTH } from './import.types';

/**
 * The records of comma-separated text (RFC 4180) that comes in parts. Lines end with CRLF, LF or CR; empty ones are left out. A record with a
 * broken quotation ends with its line, so that the lines after it can be read: the parser that exists for this goes on within the quotation,
 * and takes halves of later records for records.
 */
export async function* csvRecords(parts: AsyncIterable<string>): AsyncGenerator<FileRecord<string[]>, void, undefined> {
  const parser = new CsvParser();
  for await (const part of parts) yield* parser.push(part);
  yield* parser.end();
}

type State = 'begin' | 'plain' | 'quoted' | 'quote' | 'broken';

class CsvParser {
  private readonly lines = new LineCounter();
  private state: State = 'begin';
  private line = 1;
  private cell = '';
  private cells: string[] = [];
  private length = 0;
  private error: string | null = null;
  private endedWithCr = false;

  *push(part: string): Generator<FileRecord<string[]>> {
    for (let at = 0; at < part.length;) {
      const wasCr = this.endedWithCr;
      this.endedWithCr = false;
      if (wasCr && part[at] === '\n') {
        this.lines.add('\n');
        this.line = this.lines.current;
        at += 1;
        continue;
      }
      const stop = this.stopIn(part, at);
      this.take(part.slice(at, stop));
      at = stop;
      if (at === part.length) return;
      const mark = part[at]!;
      at += 1;
      this.lines.add(mark);
      if (this.takeMark(mark)) yield* this.endRecord(mark);
    }
  }

  *end(): Generator<FileRecord<string[]>> {
    if (this.state === 'quoted') this.error = 'This line opens a quotation that never ends.';
    if (this.state !== 'begin' || this.cells.length > 0) yield* this.endRecord('');
  }

  /** The next character that means something here. */
  private stopIn(part: string, at: number): number {
    if (this.state === 'begin' || this.state === 'quote') return at;
    const marks = MARKS[this.state];
    marks.lastIndex = at;
    return marks.exec(part)?.index ?? part.length;
  }

  private take(text: string): void {
    this.lines.add(text);
    this.length += text.length;
    if (this.length > MAX_RECORD_LENGTH) this.error ??= 'This line has more than 256 KiB.';
    if (this.error === null) this.cell += text;
    else [this.cell, this.cells] = ['', []];
  }

  /** True at the end of the record. */
  private takeMark(mark: string): boolean {
    const isBreak = mark === '\r' || mark === '\n';
    if (mark === '"') this.takeQuote();
    else if (this.state === 'quoted' || this.state === 'broken') return isBreak;
    else if (isBreak) return true;
    else if (mark === ',') this.endCell();
    else if (this.state === 'quote') this.break('This line has text after a quotation.');
    else {
      this.state = 'plain';
      this.takeText(mark);
    }
    return false;
  }

  private takeQuote(): void {
    if (this.state === 'begin') this.state = 'quoted';
    else if (this.state === 'quoted') this.state = 'quote';
    else if (this.state === 'quote') {
      this.state = 'quoted';
      this.takeText('"');
    } else this.break('This line has a quotation mark within a value that is not quoted.');
  }

  private takeText(text: string): void {
    this.length += text.length;
    if (this.error === null) this.cell += text;
  }

  private break(error: string): void {
    this.error = error;
    this.state = 'broken';
  }

  private endCell(): void {
    this.length += 1;
    if (this.error === null) this.cells.push(this.cell);
    this.cell = '';
    this.state = 'begin';
  }

  private *endRecord(mark: string): Generator<FileRecord<string[]>> {
    const isEmpty = this.state === 'begin' && this.cells.length === 0;
    const { line, error } = this;
    if (error === null) this.endCell();
    if (error !== null) yield { line, error };
    else if (!isEmpty) yield { line, value: this.cells };
    [this.state, this.cell, this.cells, this.length, this.error] = ['begin', '', [], 0, null];
    this.line = this.lines.current;
    this.endedWithCr = mark === '\r';
  }
}

/** Not even a line break ends a quotation. */
const MARKS = { plain: /[",\r\n]/g, quoted: /"/g, broken: /[\r\n]/g };
