import { Context, type Liquid } from 'liquidjs';
import { plainText, sizeOf } from './output.rules';
import type { TemplateWork } from './render-budget';

/** The measured units of work for a step of a LiquidJS generator, and for each template and tag. */
const STEP_UNITS = 12;
const TAG_UNITS = 100;
/** The units of work for each character or entry that a filter of LiquidJS reports to its memory limit. */
const DECLARED_UNITS = 2;
const MAX_WARNED_PATHS = 20;
const MAX_WARNED_PATH = 200;

/** A context that counts the work of a rendering, and collects the paths that have no value. */
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

  /** Counts the hashing of the key, the list of keys behind the `size` of an object, and the text of `all_fields`. */
  override readProperty(object: Parameters<Context['readProperty']>[0], key: string | number): unknown {
    this.work.spend(sizeOf(key));
    if (key === 'size') this.work.spend(sizeOf(object));
    const value: unknown = super.readProperty(object, key);
    if (key === 'all_fields') this.work.spend(sizeOf(value));
    return value;
  }

  /** Counts the scopes, since looking up a variable takes time for each of them. */
  override push(scope: object): number {
    this.depth = super.push(scope);
    return this.depth;
  }

  override pop(): ReturnType<Context['pop']> {
    this.depth -= 1;
    return super.pop();
  }
}

/** Executes generators as `toValueSync` of LiquidJS does, but counts each step and lets other work run in between. */
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

/** Resumes the generator on top of the stack, and returns the input for the generator that is on top then. */
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

/** LiquidJS reports the characters of many filters to `memoryLimit`, and calls `renderLimit` for each template and tag. */
function limitersOf(work: TemplateWork): Pick<Context, 'memoryLimit' | 'renderLimit'> {
  const declare = (count: unknown) => work.spend(Math.max(Number(count), 0) * DECLARED_UNITS || 0);
  const memoryLimit = { use: declare, check: () => undefined };
  const renderLimit = { use: () => undefined, check: () => work.spend(TAG_UNITS) };
  return { memoryLimit, renderLimit } as unknown as Pick<Context, 'memoryLimit' | 'renderLimit'>; // the types have private members
}
