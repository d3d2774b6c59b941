import { Context, toValueSync, type Emitter } from 'liquidjs';
import type { RunState } from '../nodes/run-state.types';
import { engineFor, parsed, type TemplateMode } from './liquid.rules';
import { plainText } from './output.rules';
import { secretNamesIn } from './reference.rules';
import { publicText, type SecretText } from './secret-text.rules';

/** The largest text that a template may render to. */
export const MAX_RENDERED_BYTES = 256 * 1024;
const MAX_WARNINGS = 20;
const MAX_WARNED_PATH = 200;

/** A template could not be rendered within its limits. Holds nothing of the template or of what was filled in. */
export class TemplateFailure extends Error {}

/** Fills the templates of one node from the state of its run and gathers the warnings. Same state, same texts. */
export class TemplateRenderer {
  private readonly found = new Set<string>();

  constructor(
    private readonly state: RunState,
    /** The opened secrets that this node refers to; null where the request is only shown. */
    private readonly secrets: Readonly<Record<string, string>> | null = null,
  ) {}

  get warnings(): string[] {
    return [...this.found].slice(0, MAX_WARNINGS);
  }

  warn(message: string): void {
    this.found.add(message);
  }

  /** For a mail's subject, a plain body, a payload: values as they are. */
  text(template: string): string {
    return this.render(template, 'text').buffer;
  }

  /** For an HTML body: values are escaped, the template's own markup is not. */
  html(template: string): string {
    return this.render(template, 'html').buffer;
  }

  /** For a chat message: values can neither mention anyone nor disguise a link. */
  chat(template: string): string {
    return this.render(template, 'chat').buffer;
  }

  /** A template that is one value, such as `{{ fields.budget }}`, keeps the value's type; any other becomes text. */
  value(template: string): unknown {
    return this.render(template, 'value').value;
  }

  /**
   * The only way to a text that contains secrets: a header, or the address of a chat node. The masked text is rendered from masked
   * secrets, as are its warnings, instead of being derived from the text, so that no filter can carry a part of a secret into it.
   */
  textWithSecrets(template: string): SecretText {
    const names = [...secretNamesIn(template)];
    if (names.length === 0) return publicText(this.text(template));
    if (!this.secrets) return publicText(this.masked(template, names));
    for (const name of names) if (!(name in this.secrets)) this.warn(`secrets.${name} has no value.`);
    const { buffer: text } = renderTemplate(template, 'text', scopeOf(this.state, this.secrets));
    return { text, masked: this.maskedOrNothing(template, names) };
  }

  /** A text that only fails with masked secrets is delivered all the same. */
  private maskedOrNothing(template: string, names: string[]): string {
    try {
      return this.masked(template, names);
    } catch {
      return MASK;
    }
  }

  private masked(template: string, names: string[]): string {
    const secrets = Object.fromEntries(names.map((name) => [name, MASK]));
    return this.render(template, 'text', scopeOf(this.state, secrets)).buffer;
  }

  private render(template: string, mode: TemplateMode, scope = scopeOf(this.state)): BoundedOutput {
    const output = renderTemplate(template, mode, scope);
    for (const path of output.missing) this.warn(`${path} has no value.`);
    return output;
  }
}

/** A getter computes the list of all fields only for templates that use it. */
const scopeOf = (state: RunState, secrets?: object): object => ({
  ...state,
  ...(secrets && { secrets }),
  get all_fields() {
    return Object.entries(state.fields).map(lineOf).join('\n');
  },
});

function renderTemplate(template: string, mode: TemplateMode, scope: object): BoundedOutput {
  const engine = engineFor(mode);
  const context = new MissingPathContext(scope, engine.options, { sync: true }, { liquid: engine });
  const output = new BoundedOutput(context.missing);
  try {
    toValueSync(engine.renderer.renderTemplates(parsed(template, mode), context, output));
    return output;
  } catch {
    throw new TemplateFailure('The template could not be rendered within the limits of time, memory and size.');
  }
}

const MASK = '***';

const lineOf = ([name, value]: [string, unknown]): string => `${name}: ${plainText(value)}`;

/** Notices each path that a template reads and that is not there. */
class MissingPathContext extends Context {
  readonly missing = new Set<string>();

  override *_get(path: Parameters<Context['_get']>[0]): IterableIterator<unknown> {
    const value: unknown = yield* super._get(path);
    if (value === undefined) this.missing.add(path.map(plainText).join('.').slice(0, MAX_WARNED_PATH));
    return value;
  }
}

/** Gathers what a template writes and refuses to grow beyond the limit, before the text is ever put together. */
class BoundedOutput implements Emitter {
  buffer = '';
  private bytes = 0;
  private writes = 0;
  private lastWritten: unknown;

  constructor(readonly missing: ReadonlySet<string>) {}

  get value(): unknown {
    return this.writes === 1 ? this.lastWritten : this.buffer;
  }

  write(part: unknown): void {
    const text = plainText(part);
    this.bytes += Buffer.byteLength(text);
    if (this.bytes > MAX_RENDERED_BYTES) throw new Error('too large');
    this.buffer += text;
    this.writes += 1;
    this.lastWritten = part;
  }
}
