/** Ends the resources of tests: those that a test opened after that test, and those of a spec file after its last test. */
class Scope {
  isOver = false;
  private readonly ends: (() => Promise<void>)[] = [];

  add(end: () => Promise<void>): void {
    this.ends.push(end);
  }

  /** Latest first. Every resource is ended, also when the end of another one fails. */
  async end(): Promise<void> {
    this.isOver = true;
    const failures: unknown[] = [];
    for (const end of this.ends.splice(0).reverse()) await end().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}

let fileScope = new Scope();
let testScope: Scope | null = null;

export const currentScope = (): Pick<Scope, 'isOver' | 'add'> => testScope ?? fileScope;

/**
 * Registers the end of a resource, which therefore happens also when the test fails or `beforeAll` stops halfway. Tests may call the
 * returned function earlier; the end happens once.
 */
export function atEnd(end: () => unknown): () => Promise<void> {
  let ended: Promise<void> | undefined;
  const once = () => (ended ??= Promise.resolve(end()).then(() => undefined));
  currentScope().add(once);
  return once;
}

const sharedScope = new Scope();

/** Registers the end of what the spec files share that Jest runs as one. */
export const atEndOfAll = (end: () => Promise<void>): void => sharedScope.add(end);

/** Called once for each file that Jest runs. */
export function endResourcesAfterTests(): void {
  beforeEach(() => void (testScope = new Scope()));
  afterEach(async () => {
    jest.useRealTimers();
    const ended = testScope; // null after a failed `beforeAll`, which skips `beforeEach`
    testScope = null;
    await ended?.end();
  });
  afterAll(() => sharedScope.end());
}

/** Called for each spec file, before its own hooks. */
export function endResourcesAfterSpec(): void {
  const ofSpec = (fileScope = new Scope());
  beforeAll(() => void (fileScope = ofSpec));
  afterAll(async () => {
    jest.restoreAllMocks();
    await ofSpec.end();
  });
}
