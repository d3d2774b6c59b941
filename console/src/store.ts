/** A function that draws, and the stores that its last call has read. */
interface Watcher {
  draw: () => unknown;
  read: Set<object>;
  isDue: boolean;
}

const watchers = new Set<Watcher>();
let drawing: Watcher | undefined;

/**
 * Draws now, and again after changes of stores that the last drawing has read; changes at the same time cause one drawing. Returns a
 * function that stops the drawings.
 */
export function watch(draw: () => unknown): () => void {
  const watcher = { draw, read: new Set<object>(), isDue: false };
  watchers.add(watcher);
  drawAgain(watcher);
  return () => void watchers.delete(watcher);
}

/** Makes an object observable: a new value of a member repeats the drawings that read it. Maps and lists must be replaced to be noticed. */
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
