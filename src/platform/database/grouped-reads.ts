interface Group<Row> {
  ids: Set<string>;
  rows: Promise<ReadonlyMap<string, Row>>;
}

/**
 * Reads rows by their ids, with one statement for all ids that are asked for in one turn of the event loop, since most of the cost of a
 * short statement is the round trip. Callers that ask for the same row get the same object. A read begins after all of its callers have
 * asked, so that each sees what was committed before its call.
 */
export class GroupedReads<Row extends { id: string }> {
  private readonly open = new Map<string, Group<Row>>();

  /** @param group the callers that may read for each other. Resolves with null when `read` does not find the row. */
  async one(group: string, id: string, read: (ids: string[]) => Promise<Row[]>): Promise<Row | null> {
    const { ids, rows } = this.openGroup(group, read);
    ids.add(id);
    return (await rows).get(id) ?? null;
  }

  private openGroup(name: string, read: (ids: string[]) => Promise<Row[]>): Group<Row> {
    const known = this.open.get(name);
    if (known && known.ids.size < MAX_IDS) return known;
    const ids = new Set<string>();
    const readAll = async () => {
      await endOfTurn();
      if (this.open.get(name) === group) this.open.delete(name);
      return new Map((await read([...ids])).map((row) => [row.id, row]));
    };
    const group: Group<Row> = { ids, rows: readAll() };
    this.open.set(name, group);
    return group;
  }
}

const MAX_IDS = 32;

const endOfTurn = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
