/** A drawing that is repeated, with the objects that it has read the last time. */
interface Watcher {
  draw: () => unknown;
  read: Set<object>;
  isDue: boolean;
}

const watchers = new Set<Watcher>();
let drawing: Watcher | undefined;

/**
 * Draws now, and again once for all changes of a moment, when a member of a store has changed that the last drawing has read. What is no
 * longer read, such as a view that was left, is released by this. Returns what ends it.
 */
export function watch(draw: () => unknown): () => void {
  const watcher = { draw, read: new Set<object>(), isDue: false };
  watchers.add(watcher);
  drawAgain(watcher);
  return () => void watchers.delete(watcher);
}

/** The object, whose drawings are told when a member is set. A map or a list in it is changed by another one in its place. */
export const store = <Members extends object>(members: Members): Members => new Proxy(members, TRAPS) as Members;

export abstract class Store {
  constructor() {
    return store(this);
  }
}

const TRAPS: ProxyHandler<object> = {
  get(members, name, receiver) {
    drawing?.read.add(members);
    return Reflect.get(members, name, receiver) as unknown;
  },
  set(members, name, value) {
    const before: unknown = Reflect.get(members, name);
    if (!Object.is(before, value)) tell(members);
    return Reflect.set(members, name, value);
  },
};

function tell(changed: object): void {
  for (const watcher of watchers) {
    if (watcher.isDue || !watcher.read.has(changed)) continue;
    watcher.isDue = true;
    queueMicrotask(() => watchers.has(watcher) && drawAgain(watcher));
  }
}

function drawAgain(watcher: Watcher): void {
  const outer = drawing;
  [drawing, watcher.read, watcher.isDue] = [watcher, new Set(), false];
  try {
    watcher.draw();
  } finally {
    drawing = outer;
  }
}
