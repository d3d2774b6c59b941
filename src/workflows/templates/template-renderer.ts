import type { RunFile, RunState } from '../model/run-state.types';
import { BoundedOutput } from './bounded-output';
import { JsonBody, refuseNoJson } from './json-body';
import { engineFor, parseTemplate, type TemplateMode } from './liquid-engine';
import { MeteredContext, renderSteps } from './metered-context';
import { plainText, publicText, type SecretText } from './output.rules';
import { secretNamesIn } from './reference.rules';
import { type NodeWork, TemplateFailure, TemplateWork } from './render-budget';
import { isTooDeep, MAX_LEVELS, TOO_DEEP } from './template-levels';

const MAX_WARNINGS = 20;
const NOT_FIELDS = 'Not fields of this form:';
const NOT_KEPT = 'Not kept, beyond the limits';
/** The units of work for parsing a character. Cached templates cost the same, so that the outcome of a run does not depend on the cache. */
const PARSE_UNITS = 30;

/** Renders the templates of one node with the state of its run. Rendering is deterministic, and lets other work run in between. */
export class TemplateRenderer {
  private readonly collected = new Set<string>();

  constructor(
    private readonly state: RunState,
    private readonly work: NodeWork,
    /** The decrypted secrets that the node refers to; null to render masks instead. */
    private readonly secrets: Readonly<Record<string, string>> | null = null,
    /** False for the templates of a version that was published before JSON was escaped. */
    private readonly escapesJson = true,
  ) {}

  get warnings(): string[] {
    return [...this.collected].slice(0, MAX_WARNINGS);
  }

  warn(message: string): void {
    this.collected.add(message);
  }

  /** Counts work outside of templates, and lets other work run in between. Rejects when the budget of the run is exceeded. */
  async spend(units: number): Promise<void> {
    this.work.spend(units);
    if (this.work.isPauseDue) await this.work.pause();
  }

  /** Renders a text without escaping, such as the subject of a mail or a payload. */
  async renderText(template: string): Promise<string> {
    return (await this.render(template, 'text')).buffer;
  }

  /** Renders JSON whose structure is that of the template. Rejects with `InvalidOutput` when the output is not valid JSON. */
  async renderJson(template: string): Promise<string> {
    if (this.escapesJson) return (await this.render(template, 'json')).buffer;
    const body = await this.renderText(template);
    if (isMeantAsJson(body)) refuseNoJson(body);
    return body;
  }

  /** Renders HTML: values are escaped, the markup of the template is not. */
  async renderHtml(template: string): Promise<string> {
    return (await this.render(template, 'html')).buffer;
  }

  /** Renders a chat message in which values can neither mention anyone nor disguise a link. */
  async renderChat(template: string, chat: 'slack' | 'discord'): Promise<string> {
    return (await this.render(template, chat)).buffer;
  }

  /** Lists the fields by their labels, the files (those of `linked` with their links), and values that no field has. */
  async renderFields(linked: readonly RunFile[]): Promise<string> {
    const allFields = allFieldsOf(this.state, (file) => (linked.includes(file) ? linkOf(file) : file.filename));
    return (await this.render('{{ all_fields }}', 'text', { all_fields: allFields })).buffer;
  }

  /** Renders a value: a template of a single value, such as `{{ fields.budget }}`, keeps its type; any other becomes text. */
  async renderValue(template: string): Promise<unknown> {
    return (await this.render(template, 'value')).value;
  }

  /**
   * Renders the only texts that may contain secrets: a header, or the address of a chat node. The masked text and its warnings are
   * rendered with masks instead of being derived from the text, so that no filter can carry a part of a secret into them.
   */
  async renderWithSecrets(template: string): Promise<SecretText> {
    const names = [...secretNamesIn(template)];
    if (names.length === 0) return publicText(await this.renderText(template));
    if (!this.secrets) return publicText(await this.renderMasked(template, names));
    for (const name of names) if (!(name in this.secrets)) this.warn(`secrets.${name} has no value.`);
    const { buffer: text } = await renderTemplate(template, 'text', scopeOf(this.state, this.secrets), this.work);
    return { text, masked: await this.maskedOrMask(template, names) };
  }

  /** Falls back to a mask, so that a text is delivered although its masked form cannot be rendered. */
  private async maskedOrMask(template: string, names: string[]): Promise<string> {
    try {
      return await this.renderMasked(template, names);
    } catch {
      return MASK;
    }
  }

  private async renderMasked(template: string, names: string[]): Promise<string> {
    const secrets = Object.fromEntries(names.map((name) => [name, MASK]));
    return (await this.render(template, 'text', scopeOf(this.state, secrets))).buffer;
  }

  private async render(template: string, mode: TemplateMode, scope = scopeOf(this.state)): Promise<BoundedOutput> {
    const output = await renderTemplate(template, mode, scope, this.work);
    for (const path of output.missing) this.warn(`${path} has no value.`);
    return output;
  }
}

/** A line for each field and each file, by the labels of the fields, and below them the values that no field has. */
function allFieldsOf(
  { labels, fields, other, other_values_dropped: dropped = [], files }: RunState,
  shownFile: (file: RunFile) => string,
): string {
  const labelOf = (name: string) => (Object.hasOwn(labels, name) ? labels[name]!.replace(/\s+/g, ' ') : name);
  const lines = [
    ...Object.entries(fields).map(([name, value]) => lineOf([labelOf(name), value])),
    ...files.map((file) => lineOf([labelOf(file.field), shownFile(file)])),
  ];
  const others = [
    ...(Object.keys(other).length > 0 ? [NOT_FIELDS, ...Object.entries(other).map(lineOf)] : []),
    ...(dropped.length > 0 ? [lineOf([NOT_KEPT, dropped])] : []),
  ];
  if (others.length > 0) lines.push(...(lines.length > 0 ? [''] : []), ...others);
  return lines.join('\n');
}

/** The variables of a template. The getter computes the list of all fields once, and only for a template that uses it. */
const scopeOf = (state: RunState, secrets?: object): object => {
  let allFields: string | undefined;
  return {
    ...state,
    ...(secrets && { secrets }),
    get all_fields() {
      allFields ??= allFieldsOf(state, linkOf);
      return allFields;
    },
  };
};

async function renderTemplate(template: string, mode: TemplateMode, scope: object, node: NodeWork): Promise<BoundedOutput> {
  const engine = engineFor(mode);
  const work = new TemplateWork(node);
  const context = new MeteredContext(scope, engine, work);
  const limits = [context.missing, work] as const;
  const output = mode === 'json' ? new JsonBody(template, ...limits) : new BoundedOutput(...limits);
  try {
    work.spend(template.length * PARSE_UNITS);
    await renderSteps(engine.renderer.renderTemplates(parseTemplate(template, mode), context, output), work);
    output.end();
    return output;
  } catch (error) {
    throw work.failure ?? new TemplateFailure(isTooDeep(error) ? NESTED_TOO_DEEPLY : UNRENDERABLE);
  }
}

/** Versions that do not escape JSON may also send other texts, since JSON is the content type when none is set. */
const isMeantAsJson = (body: string): boolean => /^\s*[[{]/.test(body);

/** The error of a template that was published before levels were limited. */
const NESTED_TOO_DEEPLY = `A template is ${TOO_DEEP}: at most ${MAX_LEVELS} tags or brackets may be in each other.`;
const UNRENDERABLE = 'A template could not be rendered with these values.';

const MASK = '***';

const lineOf = ([name, value]: [string, unknown]): string => `${name}: ${plainText(value)}`;

const linkOf = ({ filename, url }: RunFile): string => `${filename} ${url}`;
