import { Context, toValueSync, type Emitter } from 'liquidjs';
import type { RunState } from '../nodes/run-state.types';
import { engineFor, parsed, type TemplateMode } from './liquid-engine';
import { plainText } from './output.rules';

/** The largest text that a template may render to. */
export const MAX_RENDERED_BYTES = 256 * 1024;
const MAX_WARNINGS = 20;
const MAX_WARNED_PATH = 200;

/** A template could not be rendered within its limits. Holds nothing of the template or of what was filled in. */
export class TemplateFailure extends Error {}

/** Fills the templates of one node from the state of its run and gathers the warnings. Same state, same texts. */
export class TemplateRenderer {
  private readonly found = new Set<string>();
  private readonly scope: object;

  constructor(
    state: RunState,
    /** The secrets that this node refers to, opened, or masked by `maskedSecrets`. */
    private readonly secrets: Readonly<Record<string, string>> = {},
  ) {
    this.scope = {
      ...state,
      get all_fields() {
        return Object.entries(state.fields).map(lineOf).join('\n');
      },
    };
  }

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

  /** The only way to a text with secrets in it: a header, or the address of a chat node. */
  textWithSecrets(template: string): string {
    return this.render(template, 'text', { ...this.scope, secrets: this.secrets }).buffer;
  }

  private render(template: string, mode: TemplateMode, scope = this.scope): BoundedOutput {
    const engine = engineFor(mode);
    const output = new BoundedOutput();
    const context = new MissingPathContext(scope, engine.options, { sync: true }, { liquid: engine });
    try {
      toValueSync(engine.renderer.renderTemplates(parsed(template, mode), context, output));
    } catch {
      throw new TemplateFailure('The template could not be rendered within the limits of time, memory and size.');
    }
    for (const path of context.missing) this.warn(`${path} has no value.`);
    return output;
  }
}

/** Stands for secrets in everything that people may see: steps and dry runs. */
export const maskedSecrets = (names: Iterable<string>): Record<string, string> =>
  Object.fromEntries([...names].map((name) => [name, '***']));

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
