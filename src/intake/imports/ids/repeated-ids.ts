import { createHmac, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { join } from 'node:path';
import { SpilledRecords } from './spilled-records';

/** A row whose source id another row of the file has, and the line of that row. */
export interface RepeatedId {
  /** True when rows with this id have different contents, so that nobody knows which one is right. */
  isConflict: boolean;
  otherLine: number;
}

/**
 * Finds the rows of a file that share an id at their source, in constant memory. The digests of ids are divided over files, of which each
 * is looked at by itself; what is found is divided by line, in the order in which the rows are read again.
 */
export class RepeatedIds {
  private readonly secret = randomBytes(32); // nobody can make up ids that come into one file
  private readonly byId = new Map<number, SpilledRecords>();
  private readonly byLine = new Map<number, SpilledRecords>();
  private current: { range: number; found: Map<number, RepeatedId> } | null = null;
  private folder: Promise<string> | null = null;

  /** @param newFolder creates a folder for what does not fit into memory, which the caller removes */
  constructor(private readonly newFolder: () => Promise<string>) {}

  async add(line: number, sourceId: string, content: string): Promise<void> {
    const record = Buffer.alloc(ROW_BYTES);
    this.digest(sourceId).copy(record, 0, 0, ID_BYTES);
    this.digest(content).copy(record, ID_BYTES, 0, CONTENT_BYTES);
    record.writeUIntBE(line, ROW_BYTES - LINE_BYTES, LINE_BYTES);
    await this.recordsIn(this.byId, record[0]! % PARTS, ROW_BYTES, 'ids').add(record);
  }

  /** Has to be called once all rows were added. */
  async compare(): Promise<void> {
    for (const rows of this.byId.values()) {
      await nextTurn();
      await this.compareWithin(rows);
    }
    this.byId.clear();
  }

  /** The lines have to be asked for in ascending order. */
  async of(line: number): Promise<RepeatedId | undefined> {
    const range = Math.floor(line / LINES_OF_RANGE);
    if (this.current?.range !== range) this.current = { range, found: await this.foundIn(range) };
    return this.current.found.get(line);
  }

  private async compareWithin(rows: SpilledRecords): Promise<void> {
    const firsts = new Map<string, { content: string; line: number; otherLine: number; isConflict: boolean }>();
    for await (const record of rows.read()) {
      const { id, content, line } = rowIn(record);
      const first = firsts.get(id);
      if (!first) firsts.set(id, { content, line, otherLine: 0, isConflict: false });
      else if (first.content !== content && !first.isConflict) Object.assign(first, { isConflict: true, otherLine: line });
    }
    for await (const record of rows.read()) {
      const { id, line } = rowIn(record);
      const first = firsts.get(id)!;
      const isFirst = first.line === line;
      if (isFirst && !first.isConflict) continue;
      await this.note(line, { isConflict: first.isConflict, otherLine: isFirst ? first.otherLine : first.line });
    }
  }

  private async note(line: number, { isConflict, otherLine }: RepeatedId): Promise<void> {
    const record = Buffer.alloc(FOUND_BYTES);
    record.writeUIntBE(line, 0, LINE_BYTES);
    record.writeUIntBE(otherLine, LINE_BYTES, LINE_BYTES);
    record[FOUND_BYTES - 1] = Number(isConflict);
    await this.recordsIn(this.byLine, Math.floor(line / LINES_OF_RANGE), FOUND_BYTES, 'lines').add(record);
  }

  private async foundIn(range: number): Promise<Map<number, RepeatedId>> {
    const found = new Map<number, RepeatedId>();
    for await (const record of this.byLine.get(range)?.read() ?? []) {
      const otherLine = record.readUIntBE(LINE_BYTES, LINE_BYTES);
      found.set(record.readUIntBE(0, LINE_BYTES), { isConflict: record[FOUND_BYTES - 1] === 1, otherLine });
    }
    return found;
  }

  private recordsIn(all: Map<number, SpilledRecords>, key: number, length: number, name: string): SpilledRecords {
    const known = all.get(key);
    if (known) return known;
    const records = new SpilledRecords(length, async () => join(await (this.folder ??= this.newFolder()), `${name}-${key}`));
    all.set(key, records);
    return records;
  }

  private digest = (text: string): Buffer => createHmac('sha256', this.secret).update(text).digest();
}

const ID_BYTES = 10;
const CONTENT_BYTES = 8;
const LINE_BYTES = 6;
const ROW_BYTES = ID_BYTES + CONTENT_BYTES + LINE_BYTES;
const FOUND_BYTES = 2 * LINE_BYTES + 1;
const PARTS = 64;
const LINES_OF_RANGE = 65_536;

const rowIn = (record: Buffer) => ({
  id: record.toString('latin1', 0, ID_BYTES),
  content: record.toString('latin1', ID_BYTES, ID_BYTES + CONTENT_BYTES),
  line: record.readUIntBE(ROW_BYTES - LINE_BYTES, LINE_BYTES),
});
