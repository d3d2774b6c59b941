interface Group<Row> {
  ids: Set<string>;
  rows: Promise<ReadonlyMap<string, Row>>;
}

/**
 * Reads rows by their ids. Those that are asked for in one turn of the event loop are read together, since most of the cost of a short
 * statement is that it is one of its own. Callers that ask for the same row get the same object. A read begins after all of its callers
 * have asked, so that each sees what was committed before. A lone caller waits for nobody.
 */
export class GroupedReads<Row extends { id: string }> {
  private readonly open = new Map<string, Group<Row>>();

  /** @param group callers of the same group may read for each other; the row is null when `read` does not find it for them */
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

/** Resolves when all promises have settled that can without an event. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
