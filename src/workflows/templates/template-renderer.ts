import { Context, toValueSync, type Emitter } from 'liquidjs';
import type { RunFile, RunState } from '../nodes/run-state.types';
import { engineFor, parseTemplate, type TemplateMode } from './liquid-engine';
import { plainText } from './output.rules';
import { secretNamesIn } from './reference.rules';
import { publicText, type SecretText } from './secret-text.rules';

/** The size limit of a rendered text, in bytes of UTF-8. */
export const MAX_RENDERED_BYTES = 256 * 1024;
const MAX_WARNINGS = 20;
const MAX_WARNED_PATH = 200;

/** A template could not be rendered within its limits. The message contains nothing of the template or of the values. */
export class TemplateFailure extends Error {}

/** Renders the templates of one node with the state of its run, and collects warnings. Rendering is deterministic. */
export class TemplateRenderer {
  private readonly collected = new Set<string>();

  constructor(
    private readonly state: RunState,
    /** The decrypted secrets that the node refers to; null to render masks instead. */
    private readonly secrets: Readonly<Record<string, string>> | null = null,
  ) {}

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

  /**
   * Renders the only texts that may contain secrets: a header, or the address of a chat node. The masked text and its warnings are
   * rendered with masks instead of being derived from the text, so that no filter can carry a part of a secret into them.
   */
  renderWithSecrets(template: string): SecretText {
    const names = [...secretNamesIn(template)];
    if (names.length === 0) return publicText(this.renderText(template));
    if (!this.secrets) return publicText(this.renderMasked(template, names));
    for (const name of names) if (!(name in this.secrets)) this.warn(`secrets.${name} has no value.`);
    const { buffer: text } = renderTemplate(template, 'text', scopeOf(this.state, this.secrets));
    return { text, masked: this.maskedOrMask(template, names) };
  }

  /** A text whose masked form cannot be rendered is delivered all the same. */
  private maskedOrMask(template: string, names: string[]): string {
    try {
      return this.renderMasked(template, names);
    } catch {
      return MASK;
    }
  }

  private renderMasked(template: string, names: string[]): string {
    const secrets = Object.fromEntries(names.map((name) => [name, MASK]));
    return this.render(template, 'text', scopeOf(this.state, secrets)).buffer;
  }

  private render(template: string, mode: TemplateMode, scope = scopeOf(this.state)): BoundedOutput {
    const output = renderTemplate(template, mode, scope);
    for (const path of output.missing) this.warn(`${path} has no value.`);
    return output;
  }
}

/** The variables of a template. The getter computes the list of all fields only for templates that use it. */
const scopeOf = (state: RunState, secrets?: object): object => ({
  ...state,
  ...(secrets && { secrets }),
  get all_fields() {
    return [...Object.entries(state.fields).map(lineOf), ...state.files.map(fileLineOf)].join('\n');
  },
});

function renderTemplate(template: string, mode: TemplateMode, scope: object): BoundedOutput {
  const engine = engineFor(mode);
  const context = new MissingPathContext(scope, engine.options, { sync: true }, { liquid: engine });
  const output = new BoundedOutput(context.missing);
  try {
    toValueSync(engine.renderer.renderTemplates(parseTemplate(template, mode), context, output));
    return output;
  } catch {
    throw new TemplateFailure('The template could not be rendered within the limits of time, memory and size.');
  }
}

const MASK = '***';

const lineOf = ([name, value]: [string, unknown]): string => `${name}: ${plainText(value)}`;

const fileLineOf = ({ field, filename, url }: RunFile): string => `${field}: ${filename} ${url}`;

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

  constructor(readonly missing: ReadonlySet<string>) {}

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
