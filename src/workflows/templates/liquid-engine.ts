import { LRUCache } from 'lru-cache';
import {
  AssignTag,
  CaseTag,
  defaultOperators,
  filters,
  ForTag,
  IfTag,
  Liquid,
  Parser,
  Tokenizer,
  TypeGuards,
  UnlessTag,
  type Context,
  type FilterImplOptions,
  type Template,
} from 'liquidjs';
import { chatText, htmlText, plainText } from './output.rules';

/**
 * How the values in a template become part of its result: as they are (`text`), safe inside HTML (`html`), safe inside a
 * chat message (`chat`), or not turned into text at all when the template is nothing but one value (`value`).
 */
export type TemplateMode = 'text' | 'html' | 'chat' | 'value';

/** The filters that a template may use: without I/O, linear in what they read, and charged to the memory limit. */
export const SAFE_FILTERS = [
  ...['append', 'prepend', 'capitalize', 'downcase', 'upcase', 'strip', 'lstrip', 'rstrip', 'squish', 'strip_html'],
  ...['strip_newlines', 'truncate', 'truncatewords', 'replace', 'remove', 'split', 'slice', 'size', 'default'],
  ...['join', 'first', 'last', 'plus', 'minus', 'times', 'divided_by', 'modulo', 'round', 'ceil', 'floor', 'abs'],
  ...['at_least', 'at_most', 'date', 'escape', 'url_encode', 'json'],
] as const;

/** The tags that a template may use. None of them reads a file, includes another template or counts. */
export const SAFE_TAGS = ['if', 'unless', 'for', 'case', 'assign'] as const;

/** Wall-clock time that one template may take to render. */
const RENDER_LIMIT_MS = 250;
/** Characters and list entries that the filters and comparisons of one rendering may touch altogether. */
const MEMORY_LIMIT = 4_000_000;
/** Characters of source text whose parsed form is kept. */
const CACHE_SIZE = 1_000_000;

/** Parses a template for one mode; parsed templates are kept, since every run of a workflow uses the same ones. Throws what LiquidJS throws. */
export function parsed(text: string, mode: TemplateMode): Template[] {
  const key = `${mode} ${text}`;
  const known = cache.get(key);
  if (known) return known;
  const templates = parse(text, ENGINES[mode]);
  cache.set(key, templates);
  return templates;
}

const cache = new LRUCache<string, Template[]>({
  maxSize: CACHE_SIZE,
  sizeCalculation: (_templates, key) => key.length,
});

/**
 * Ranges such as `(1..5)` are refused: LiquidJS counts them up in steps of one, which never ends beyond 2^53. No range can be
 * written without both marks in one tag, wherever quotes begin and end.
 */
function parse(text: string, engine: Liquid): Template[] {
  const tokens = new Tokenizer(text, engine.options.operators).readTopLevelTokens(engine.options);
  const code = tokens.filter((token) => !TypeGuards.isHTMLToken(token)).map((token) => token.getText());
  if (code.some((part) => part.includes('(') && part.includes('..'))) throw new Error('range not supported');
  return new Parser(engine).parseTokens(tokens);
}

/** LiquidJS with everything taken away that is not on the two lists, and own properties only, so that no prototype can be reached. */
function engineWith(outputEscape?: (value: unknown) => string): Liquid {
  const engine = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    templates: {}, // no template is ever looked up in the file system
    timezoneOffset: 0,
    locale: 'en-US',
    renderLimit: RENDER_LIMIT_MS,
    memoryLimit: MEMORY_LIMIT,
    operators: chargedOperators(),
    ...(outputEscape && { outputEscape }),
  });
  for (const name of Object.keys(engine.filters)) engine.unregisterFilter(name);
  for (const name of SAFE_FILTERS) engine.registerFilter(name, boundedFilter(name));
  for (const name of Object.keys(engine.tags)) delete engine.tags[name];
  for (const [name, tag] of Object.entries(TAGS)) engine.registerTag(name, tag);
  return engine;
}

/** `when` takes fixed values only: lists from a submission would be compared entry by entry without being charged. */
class FixedCaseTag extends CaseTag {
  constructor(...args: ConstructorParameters<typeof CaseTag>) {
    super(...args);
    const [, ...values] = this.arguments();
    const isFixed = values.every((value) => !TypeGuards.isPropertyAccessToken(value));
    if (!isFixed) throw new Error('case compares with fixed values');
  }
}

const TAGS = { if: IfTag, unless: UnlessTag, for: ForTag, case: FixedCaseTag, assign: AssignTag } satisfies Record<
  (typeof SAFE_TAGS)[number],
  unknown
>;

/** LiquidJS charges what a filter reads, but not that looking for a long text in a long text takes the product of both. */
function boundedFilter(name: (typeof SAFE_FILTERS)[number]): FilterImplOptions {
  const filter = filters[name] as (this: { context: Context }, ...args: unknown[]) => unknown;
  if (!['replace', 'remove', 'split', 'date'].includes(name)) return filter;
  return function (...args) {
    chargeSearch(this.context, args[0], args[1]);
    return filter.apply(this, args);
  };
}

/** Nor does it charge comparisons, of which one expression can hold hundreds. */
function chargedOperators(): typeof defaultOperators {
  const charged = Object.entries(defaultOperators).map(([name, compare]) => [
    name,
    (...args: [unknown, unknown, Context] | [unknown, Context]) => {
      const context = args[args.length - 1] as Context;
      for (const operand of args.slice(0, -1)) if (Array.isArray(operand)) context.memoryLimit.use(operand.length * 16);
      if (name === 'contains') chargeSearch(context, args[0], args[1]);
      return (compare as (...args: unknown[]) => unknown)(...args);
    },
  ]);
  return Object.fromEntries(charged) as typeof defaultOperators;
}

/** V8 needs about 0.06 ns for each pair of characters in the worst case (measured), a sixteenth of what it needs to copy one. */
function chargeSearch(context: Context, text: unknown, part: unknown): void {
  if (typeof text === 'string' && typeof part === 'string') context.memoryLimit.use((text.length * part.length) / 16);
}

const ENGINES: Readonly<Record<TemplateMode, Liquid>> = {
  text: engineWith(plainText),
  html: engineWith(htmlText),
  chat: engineWith(chatText),
  value: engineWith(),
};

/** The engine whose options a rendering in this mode runs under. */
export const engineFor = (mode: TemplateMode): Liquid => ENGINES[mode];
