import type { RunFile, RunState } from '../model/run-state.types';
import { BoundedOutput } from './bounded-output';
import { JsonBody, refuseNoJson } from './json-body';
import type { TemplateMode } from './liquid-engine';
import { labelOf, plainText, publicText, type SecretText } from './output.rules';
import { secretNamesIn } from './reference.rules';
import type { NodeWork } from './render-budget';
import { type OutputLimits, renderTemplate } from './render-template';
import { VisitorRenderer } from './visitor-renderer';

const MAX_WARNINGS = 20;
const NOT_FIELDS = 'Not fields of this form:';
const NOT_KEPT = 'Not kept, beyond the limits';

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

  /** Renders the texts of a mail to a visitor, in which no value leads anywhere. With `mayCopy` they may repeat all that was submitted. */
  forVisitor(mayCopy = true): VisitorRenderer {
    return new VisitorRenderer(this.state, this.work, (message) => this.warn(message), mayCopy);
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
    const { buffer: text } = await this.renderIn(template, 'text', scopeOf(this.state, this.secrets));
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
    const output = await this.renderIn(template, mode, scope);
    for (const path of output.missing) this.warn(`${path} has no value.`);
    return output;
  }

  private renderIn(template: string, mode: TemplateMode, scope: object): Promise<BoundedOutput> {
    const isJson = mode === 'json';
    const outputFor = (...limits: OutputLimits) => (isJson ? new JsonBody(template, ...limits) : new BoundedOutput(...limits));
    return renderTemplate(template, mode, { scope, work: this.work }, outputFor);
  }
}

/** A line for each field and each file, by the labels of the fields, and below them the values that no field has. */
function allFieldsOf(
  { labels, fields, other, other_values_dropped: dropped = [], files }: RunState,
  shownFile: (file: RunFile) => string,
): string {
  const lines = [
    ...Object.entries(fields).map(([name, value]) => lineOf([labelOf(labels, name), value])),
    ...files.map((file) => lineOf([labelOf(labels, file.field), shownFile(file)])),
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

/** Versions that do not escape JSON may also send other texts, since JSON is the content type when none is set. */
const isMeantAsJson = (body: string): boolean => /^\s*[[{]/.test(body);

const MASK = '***';

const lineOf = ([name, value]: [string, unknown]): string => `${name}: ${plainText(value)}`;

const linkOf = ({ filename, url }: RunFile): string => `${filename} ${url}`;
