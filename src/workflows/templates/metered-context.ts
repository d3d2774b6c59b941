import { Context, type Liquid } from 'liquidjs';
import { plainText, sizeOf } from './output.rules';
import type { TemplateWork } from './render-budget';

/** The units of a step of the generators of LiquidJS, and of a template or a tag in them (measured). */
const STEP_UNITS = 12;
const TAG_UNITS = 100;
/** The units of a character or an entry that a filter of LiquidJS declares itself. */
const DECLARED_UNITS = 2;
const MAX_WARNED_PATHS = 20;
const MAX_WARNED_PATH = 200;

/** The context of a rendering that counts its work, and collects the paths that are read and have no value. */
export class MeteredContext extends Context {
  readonly missing = new Set<string>();
  private depth = 0;

  constructor(
    scope: object,
    liquid: Liquid,
    readonly work: TemplateWork,
  ) {
    super(scope, liquid.options, { sync: true }, { liquid, ...limitersOf(work) });
  }

  override *_get(path: Parameters<Context['_get']>[0]): IterableIterator<unknown, unknown> {
    this.work.spend(this.depth);
    const value: unknown = yield* super._get(path);
    if (value === undefined && this.missing.size < MAX_WARNED_PATHS) {
      this.missing.add(path.map(plainText).join('.').slice(0, MAX_WARNED_PATH));
    }
    return value;
  }

  /** A long key is hashed, the size of an object takes a list of its keys, and the list of all fields is computed for each template. */
  override readProperty(object: Parameters<Context['readProperty']>[0], key: string | number): unknown {
    this.work.spend(sizeOf(key));
    if (key === 'size') this.work.spend(sizeOf(object));
    const value: unknown = super.readProperty(object, key);
    if (key === 'all_fields') this.work.spend(sizeOf(value));
    return value;
  }

  /** Looking up a variable takes time for each scope. */
  override push(scope: object): number {
    this.depth = super.push(scope);
    return this.depth;
  }

  override pop(): ReturnType<Context['pop']> {
    this.depth -= 1;
    return super.pop();
  }
}

/** Executes generators as `toValueSync` of LiquidJS does, but counts each step and gives others their turn. */
export async function renderSteps(root: Iterator<unknown, unknown>, work: TemplateWork): Promise<void> {
  const stack = [root];
  let input: Input = { value: undefined };
  while (stack.length > 0) {
    work.spend(STEP_UNITS);
    if (work.node.isPauseDue) await work.node.pause();
    input = stepOf(stack, input);
  }
  if ('error' in input) throw input.error;
}

type Input = { value: unknown } | { error: unknown };

/** Resumes the generator on top, and returns what the generator that is then on top gets. */
function stepOf(stack: Iterator<unknown, unknown>[], input: Input): Input {
  const top = stack[stack.length - 1]!;
  try {
    const { done, value }: IteratorResult<unknown, unknown> = 'error' in input ? top.throw!(input.error) : top.next(input.value);
    if (done) stack.pop();
    if (!isGenerator(value)) return { value };
    stack.push(value);
    return { value: undefined };
  } catch (error) {
    stack.pop();
    return { error };
  }
}

const isGenerator = (value: unknown): value is Iterator<unknown, unknown> =>
  typeof value === 'object' && value !== null && 'next' in value && typeof value.next === 'function' && 'throw' in value;

/** LiquidJS declares the characters of many filters to one limiter, and calls the other one for each template and tag. */
function limitersOf(work: TemplateWork): Pick<Context, 'memoryLimit' | 'renderLimit'> {
  const declare = (count: unknown) => work.spend(Math.max(Number(count), 0) * DECLARED_UNITS || 0);
  const memoryLimit = { use: declare, check: () => undefined };
  const renderLimit = { use: () => undefined, check: () => work.spend(TAG_UNITS) };
  return { memoryLimit, renderLimit } as unknown as Pick<Context, 'memoryLimit' | 'renderLimit'>; // they have private members
}
