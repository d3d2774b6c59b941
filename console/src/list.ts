import { etagOf } from 'form-collection-client';
import { Store } from './store';

export interface Page<Item> {
  data: Item[];
  meta: { next_cursor: string | null; searched_to?: string | null };
}

/** Reads a page. With an ETag it resolves with undefined if the first page has not changed. */
export type ReadPage<Item> = (cursor: string | undefined, tag: string | undefined) => Promise<Page<Item> | undefined>;

export const pageAt = (limit: number, cursor: string | undefined) => ({ limit, ...(cursor !== undefined && { cursor }) });

export const createdList = <Item extends { id: string; created_at: string }>(read: ReadPage<Item>): TimedList<Item> =>
  new TimedList<Item>(read, ({ created_at: created }) => created);

const ENOUGH = 20; // rows to read at a time, since pages of a search may be short or empty
const MOST_REQUESTS = 10; // requests to read that many rows

/**
 * A list of the API as far as it was read. Further rows are appended on demand, and `refresh` adds new rows at the top, or at the bottom
 * where the oldest come first. The list outlives its view, so that a return shows the same rows.
 */
export class TimedList<Item extends { id: string }> extends Store {
  items: Item[] = [];
  isRead = false;
  /** The time down to which a search has looked; null once it is complete. */
  searchedTo: string | null = null;
  /** The ids of the rows that the last refresh added. */
  arrived = new Set<string>();
  private cursor: string | null = null;
  /** The cursor of the page on which new rows arrive: of the first page, or of the last one where the oldest come first. */
  private watched: string | undefined;
  /** The last row before the page on which new rows arrive. */
  private lastBefore: Item | undefined;
  private tag: string | undefined;
  private changes = 0;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly read: ReadPage<Item>,
    private readonly timeOf: (item: Item) => string,
    readonly isOldestFirst = false,
  ) {
    super();
  }

  get hasOlder(): boolean {
    return this.cursor !== null;
  }

  /** Reads from the first row on; concurrent calls share one request. */
  begin(): Promise<void> {
    return this.once(async () => {
      const page = (await this.read(undefined, undefined))!;
      [this.items, this.arrived] = [[], new Set()];
      this.watch(undefined, page);
      this.append(page);
      if (this.items.length < ENOUGH) await this.readOn();
    });
  }

  older(): Promise<void> {
    return this.once(() => this.readOn());
  }

  private once(read: () => Promise<void>): Promise<void> {
    this.reading ??= read().finally(() => (this.reading = null));
    return this.reading;
  }

  private async readOn(): Promise<void> {
    const before = this.items.length;
    for (let request = 0; request < MOST_REQUESTS && this.cursor !== null; request += 1) {
      const page = (await this.read(this.cursor, undefined))!;
      if (this.isOldestFirst) this.watch(this.cursor, page);
      this.append(page);
      if (this.items.length - before >= ENOUGH) return;
    }
  }

  /** Reads the page on which new rows arrive again, or the first page if nothing was read. False when nothing has changed. */
  async refresh(): Promise<boolean> {
    if (!this.isRead) return this.begin().then(() => true);
    const { changes, watched } = this;
    const page = await this.read(watched, this.tag);
    if (!page || changes !== this.changes || watched !== this.watched) return false; // the answer may be older than a change
    this.tag = etagOf(page);
    const known = new Set(this.items.map(({ id }) => id));
    const fresh = page.data.filter(({ id }) => !known.has(id));
    this.arrived = new Set(fresh.map(({ id }) => id));
    if (this.isOldestFirst) this.putBelow(page);
    else this.putOnTop(page, fresh.length);
    return true;
  }

  private putOnTop(page: Page<Item>, fresh: number): void {
    const { next_cursor: next, searched_to: searchedTo = null } = page.meta;
    const isFull = page.data.length >= ENOUGH || searchedTo === null; // a search may have examined many rows and found few
    const isApart = fresh === page.data.length && isFull; // there may be unknown rows in between
    const older = next === null || isApart ? [] : this.items.filter((item) => this.isBelow(item, page));
    this.items = [...page.data, ...older];
    if (next === null || isApart || (isFull && older.length === 0)) [this.cursor, this.searchedTo] = [next, searchedTo];
  }

  private putBelow({ data, meta }: Page<Item>): void {
    this.items = [...this.items.filter((item) => this.precedesWatched(item)), ...data];
    [this.cursor, this.searchedTo] = [meta.next_cursor, meta.searched_to ?? null];
  }

  private precedesWatched(item: Item): boolean {
    if (!this.lastBefore) return false;
    const [time, limit] = [this.timeOf(item), this.timeOf(this.lastBefore)];
    return time < limit || (time === limit && item.id <= this.lastBefore.id);
  }

  private watch(cursor: string | undefined, page: Page<Item>): void {
    [this.watched, this.tag, this.lastBefore] = [cursor, etagOf(page), this.items.at(-1)];
  }

  change(change: (item: Item) => Item | null): void {
    this.items = this.items.flatMap((item) => change(item) ?? []);
    this.tag = undefined;
    this.changes += 1;
  }

  /** The rows above and below a row. The row below is requested if it is not loaded. */
  async beside(id: string): Promise<{ above: Item | undefined; below: Item | undefined }> {
    const isLast = () => this.items.at(-1)?.id === id;
    if (isLast() && this.hasOlder) await this.older();
    const place = this.items.findIndex((item) => item.id === id);
    if (place < 0) return { above: undefined, below: undefined };
    return { above: this.items[place - 1], below: this.items[place + 1] };
  }

  private append({ data, meta }: Page<Item>): void {
    const known = new Set(this.items.map(({ id }) => id));
    this.items = [...this.items, ...data.filter(({ id }) => !known.has(id))];
    [this.cursor, this.searchedTo, this.isRead] = [meta.next_cursor, meta.searched_to ?? null, true];
  }

  private isBelow(item: Item, { data, meta }: Page<Item>): boolean {
    const last = data.at(-1);
    const limit = meta.searched_to ?? (last ? this.timeOf(last) : '');
    const time = this.timeOf(item);
    return time < limit || (time === limit && last !== undefined && time === this.timeOf(last) && item.id < last.id);
  }
}
