import { Context, toValueSync, type Emitter } from 'liquidjs';
import type { RunState } from '../nodes/run-state.types';
import { engineFor, parseTemplate, type TemplateMode } from './liquid-engine';
import { plainText } from './output.rules';

/** The size limit of a rendered text, in bytes of UTF-8. */
export const MAX_RENDERED_BYTES = 256 * 1024;
const MAX_WARNINGS = 20;
const MAX_WARNED_PATH = 200;

/** A template could not be rendered within its limits. The message contains nothing of the template or of the values. */
export class TemplateFailure extends Error {}

/** Renders the templates of one node with the state of its run, and collects warnings. Rendering is deterministic. */
export class TemplateRenderer {
  private readonly collected = new Set<string>();
  private readonly scope: object;

  constructor(
    state: RunState,
    /** The decrypted secrets that the node refers to, or their masks (`maskedSecrets`). */
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
    return [...this.collected].slice(0, MAX_WARNINGS);
  }

  warn(message: string): void {
    this.collected.add(message);
  }

  /** Renders a text without escaping, such as the subject of a mail or a payload. */
  renderText(template: string): string {
    return this.render(template, 'text').buffer;
  }

  /** Renders HTML: values are escaped, the markup of the template is not. */
  renderHtml(template: string): string {
    return this.render(template, 'html').buffer;
  }

  /** Renders a chat message in which values can neither mention anyone nor disguise a link. */
  renderChat(template: string): string {
    return this.render(template, 'chat').buffer;
  }

  /** Renders a value: a template of a single value, such as `{{ fields.budget }}`, keeps its type; any other becomes text. */
  renderValue(template: string): unknown {
    return this.render(template, 'value').value;
  }

  /** Renders the only texts that may contain secrets: a header, or the address of a chat node. */
  renderWithSecrets(template: string): string {
    return this.render(template, 'text', { ...this.scope, secrets: this.secrets }).buffer;
  }

  private render(template: string, mode: TemplateMode, scope = this.scope): BoundedOutput {
    const engine = engineFor(mode);
    const output = new BoundedOutput();
    const context = new MissingPathContext(scope, engine.options, { sync: true }, { liquid: engine });
    try {
      toValueSync(engine.renderer.renderTemplates(parseTemplate(template, mode), context, output));
    } catch {
      throw new TemplateFailure('The template could not be rendered within the limits of time, memory and size.');
    }
    for (const path of context.missing) this.warn(`${path} has no value.`);
    return output;
  }
}

/** Masks that replace secrets in everything that users may see, such as steps and tests. */
export const maskedSecrets = (names: Iterable<string>): Record<string, string> =>
  Object.fromEntries([...names].map((name) => [name, '***']));

const lineOf = ([name, value]: [string, unknown]): string => `${name}: ${plainText(value)}`;

/** Collects the paths that a template reads and that have no value. */
class MissingPathContext extends Context {
  readonly missing = new Set<string>();

  override *_get(path: Parameters<Context['_get']>[0]): IterableIterator<unknown> {
    const value: unknown = yield* super._get(path);
    if (value === undefined) this.missing.add(path.map(plainText).join('.').slice(0, MAX_WARNED_PATH));
    return value;
  }
}

/** Collects the output of a template, and throws as soon as it exceeds the size limit. */
class BoundedOutput implements Emitter {
  buffer = '';
  private bytes = 0;
  private writes = 0;
  private lastPart: unknown;

  get value(): unknown {
    return this.writes === 1 ? this.lastPart : this.buffer;
  }

  write(part: unknown): void {
    const text = plainText(part);
    this.bytes += Buffer.byteLength(text);
    if (this.bytes > MAX_RENDERED_BYTES) throw new Error('too large');
    this.buffer += text;
    this.writes += 1;
    this.lastPart = part;
  }
}
