import { LRUCache } from 'lru-cache';
import { AssignTag, CaseTag, IfTag, Liquid, Parser, Tokenizer, TypeGuards, UnlessTag, type Template } from 'liquidjs';
import { JsonParser } from './json-body';
import { jsonFilter, meteredFilter, meteredOperators, meteredOutput, MeteredForTag } from './metered-engine';
import { discordText, slackText } from './chat-text.rules';
import { htmlText, plainText } from './output.rules';
import { limitLevels } from './template-levels';

/**
 * Values stay unescaped (`text`), are escaped for `html`, a chat or `json`, are told from the text of the author (`visitor`), or keep their
 * type in a template of one value (`value`).
 */
export type TemplateMode = 'text' | 'html' | 'slack' | 'discord' | 'json' | 'visitor' | 'value';

/** A value on its way to a `VisitorOutput`, which has to know it from the text of the author. */
export class ShownValue {
  constructor(readonly value: unknown) {}
}

/** The filters that templates may use. They do no I/O, and count against the rendering budget. */
export const SAFE_FILTERS = [
  ...['append', 'prepend', 'capitalize', 'downcase', 'upcase', 'strip', 'lstrip', 'rstrip', 'squish', 'strip_html'],
  ...['strip_newlines', 'truncate', 'truncatewords', 'replace', 'remove', 'split', 'slice', 'size', 'default'],
  ...['join', 'first', 'last', 'plus', 'minus', 'times', 'divided_by', 'modulo', 'round', 'ceil', 'floor', 'abs'],
  ...['at_least', 'at_most', 'date', 'escape', 'url_encode', 'json'],
] as const;

/** The tags that templates may use. None of them reads files or includes other templates. */
export const SAFE_TAGS = ['if', 'unless', 'for', 'case', 'assign'] as const;

const CACHE_SIZE = 1_000_000;

/** Throws the errors of LiquidJS. Cached, since every run of a workflow uses the same templates. */
export function parseTemplate(text: string, mode: TemplateMode): Template[] {
  const key = `${mode} ${text}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const templates = parse(text, mode);
  cache.set(key, templates);
  return templates;
}

const cache = new LRUCache<string, Template[]>({ maxSize: CACHE_SIZE, sizeCalculation: (_templates, key) => key.length });

/**
 * Refuses ranges such as `(1..5)`, since LiquidJS enumerates them in steps of one, which never ends beyond 2^53. A tag that contains
 * both `(` and `..` is refused, regardless of quotes, because no range can be written without them.
 */
function parse(text: string, mode: TemplateMode): Template[] {
  const engine = ENGINES[mode];
  const tokens = new Tokenizer(text, engine.options.operators).readTopLevelTokens(engine.options);
  limitLevels(tokens, BLOCKS);
  const code = tokens.filter((token) => !TypeGuards.isHTMLToken(token)).map((token) => token.getText());
  if (code.some((part) => part.includes('(') && part.includes('..'))) throw new Error('range not supported');
  return new (mode === 'json' ? JsonParser : Parser)(engine).parseTokens(tokens);
}

/** LiquidJS with only the filters and tags of the two lists, and without access to prototypes. */
function engineWith(outputEscape?: (value: unknown) => unknown): Liquid {
  const engine = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    templates: {}, // disables the lookup of templates in the file system
    timezoneOffset: 0,
    locale: 'en-US',
    operators: meteredOperators(),
    ...(outputEscape && { outputEscape: meteredOutput(outputEscape) as (value: unknown) => string }), // any value may be put out
  });
  for (const name of Object.keys(engine.filters)) engine.unregisterFilter(name);
  for (const name of SAFE_FILTERS) engine.registerFilter(name, meteredFilter(name));
  for (const name of Object.keys(engine.tags)) delete engine.tags[name];
  for (const [name, tag] of Object.entries(TAGS)) engine.registerTag(name, tag);
  return engine;
}

/** Allows only fixed values in `when`, since lists of a submission would be compared entry by entry. */
class FixedCaseTag extends CaseTag {
  constructor(...args: ConstructorParameters<typeof CaseTag>) {
    super(...args);
    const [, ...values] = this.arguments();
    const isFixed = values.every((value) => !TypeGuards.isPropertyAccessToken(value));
    if (!isFixed) throw new Error('case compares with fixed values');
  }
}

const TAGS = { if: IfTag, unless: UnlessTag, for: MeteredForTag, case: FixedCaseTag, assign: AssignTag } satisfies Record<
  (typeof SAFE_TAGS)[number],
  unknown
>;

const BLOCKS = new Set(Object.keys(TAGS).filter((name) => 'children' in TAGS[name as keyof typeof TAGS].prototype));

function jsonEngine(): Liquid {
  const engine = engineWith();
  engine.registerFilter('json', jsonFilter());
  return engine;
}

const ENGINES: Readonly<Record<TemplateMode, Liquid>> = {
  text: engineWith(plainText),
  html: engineWith(htmlText),
  slack: engineWith(slackText),
  discord: engineWith(discordText),
  json: jsonEngine(),
  visitor: engineWith((value) => new ShownValue(value)),
  value: engineWith(),
};

export const engineFor = (mode: TemplateMode): Liquid => ENGINES[mode];
