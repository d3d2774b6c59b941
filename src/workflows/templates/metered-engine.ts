import { defaultOperators, evalToken, filters, ForTag, toValue, type Context, type Emitter, type FilterImplOptions } from 'liquidjs';
import type { MeteredContext } from './metered-context';
import type { TemplateWork } from './render-budget';
import { indentationsIn, searchUnits, sizeOf } from './output.rules';

type Filter = (this: { context: Context }, ...args: unknown[]) => unknown;
type Operator = (...args: unknown[]) => unknown;

/** A filter of LiquidJS that counts the size of its input and of its arguments. */
export function meteredFilter(name: keyof typeof filters): FilterImplOptions {
  const filter = filters[name] as unknown as Filter;
  if (CONSTANT_TIME.has(name)) return filter;
  const unitsPerCharacter = SLOW.has(name) ? SLOW_UNITS : FAST_UNITS;
  return function (...args) {
    const work = workOf(this.context);
    work.spend(args.reduce<number>((sum, arg) => sum + sizeOf(arg), 0) * unitsPerCharacter);
    if (SEARCHING.has(name)) work.spend(searchUnits(args[0], args[1]));
    if (name === 'date') work.spend(dateUnits(args[1]));
    if (name === 'json' && args.length > 1) work.spend(indentationsIn(args[0]) * Number(args[1]) || 0);
    return filter.apply(this, args);
  };
}

export function meteredOutput<Shown>(textOf: (value: unknown) => Shown): (value: unknown) => Shown {
  return function (this: { context: Context }, value: unknown): Shown {
    spendOnOutput(this.context, value);
    return textOf(value);
  };
}

export const spendOnOutput = (context: Context, value: unknown): void => workOf(context).spend(sizeOf(value) * FAST_UNITS);

/** The filter `json` of JSON templates. It writes null for missing values, and ignores indentations that are neither numbers nor blanks. */
export function jsonFilter(): FilterImplOptions {
  const filter = meteredFilter('json') as Filter;
  return function (value, indentation) {
    const isIndentation = typeof indentation === 'number' || (typeof indentation === 'string' && /^[ \t]*$/.test(indentation));
    return filter.call(this, toValue(value), ...(isIndentation ? [indentation] : [])) ?? 'null';
  };
}

/** The operators of LiquidJS, which count the length of the texts that they compare. */
export function meteredOperators(): typeof defaultOperators {
  const metered = Object.entries(defaultOperators).map(([name, compare]): [string, Operator] => [
    name,
    (...args) => {
      const work = workOf(args[args.length - 1] as Context);
      const operands = args.slice(0, -1).map(toValue);
      work.spend(Math.ceil(operands.reduce<number>((sum, operand) => sum + sizeOf(operand), 0) / CHARACTERS_PER_UNIT));
      if (name === 'contains') work.spend(searchUnits(operands[0], operands[1]));
      return (compare as Operator)(...args);
    },
  ]);
  return Object.fromEntries(metered) as typeof defaultOperators;
}

/** Counts the entries of the collection, which LiquidJS copies before the first iteration. */
export class MeteredForTag extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag['render']> {
    const collection: unknown = toValue(yield evalToken(this.collection, context));
    if (typeof collection === 'object' && collection !== null) workOf(context).spend(entriesUnits(collection));
    yield super.render(context, emitter);
  }
}

const workOf = (context: Context): TemplateWork => (context as MeteredContext).work;

const entriesUnits = (collection: object): number =>
  Array.isArray(collection) ? collection.length : Object.keys(collection).length * UNITS_PER_KEY;

/** The names of months and days take far longer than the other directives of a date format. */
function dateUnits(format: unknown): number {
  if (typeof format !== 'string') return NAME_UNITS * 2; // the default format has two names
  const directives = format.split('%').slice(1);
  const names = directives.filter((directive) => /^[aAbBhc]/.test(directive.replace(/^[-_^#:\dEO]+/, '')));
  return directives.length * DIRECTIVE_UNITS + names.length * NAME_UNITS;
}

const CONSTANT_TIME: ReadonlySet<string> = new Set(['first', 'last', 'size', 'default']);
const SEARCHING: ReadonlySet<string> = new Set(['replace', 'remove', 'split']);
/** Filters that process single characters, words or entries. */
const SLOW: ReadonlySet<string> = new Set([
  ...['escape', 'url_encode', 'lstrip', 'rstrip', 'strip', 'squish', 'truncate', 'truncatewords', 'remove', 'replace'],
  ...['split', 'slice', 'date'],
]);

/** The measured units of work of filters for each character, of each key of an object, and of each directive of a date format. */
const SLOW_UNITS = 8;
const FAST_UNITS = 2;
const UNITS_PER_KEY = 50;
const DIRECTIVE_UNITS = 400;
const NAME_UNITS = 12_000;
const CHARACTERS_PER_UNIT = 32;
