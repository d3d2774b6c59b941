import { withJoinersOnly } from '../../platform/text/invisible.rules';
import type { RunState } from '../model/run-state.types';
import { labelOf, plainText } from './output.rules';
import type { NodeWork } from './render-budget';
import { renderTemplate } from './render-template';
import { SubmissionCopy, VisitorOutput } from './visitor-output';
import { type MailPart, TAKEN_AWAY } from './visitor-values.rules';

/**
 * Renders the texts of a mail to a visitor. Anybody can enter the address of anybody, so that what `{{ }}` puts out is one short line that
 * leads nowhere, whatever filters and earlier steps have made of the values: only the text of the template makes links.
 */
export class VisitorRenderer {
  /** The list of all fields as a template reads it; undefined until one does. */
  private allFields?: string;

  constructor(
    private readonly state: RunState,
    private readonly work: NodeWork,
    private readonly warn: (message: string) => void,
    private readonly mayCopy: boolean,
  ) {}

  renderText(template: string): Promise<string> {
    return this.render(template, false);
  }

  renderHtml(template: string): Promise<string> {
    return this.render(template, true);
  }

  /** Lists the fields, the files and the values that no field has. Nothing is linked, and a name of a file is a value like any other. */
  renderFields(): Promise<string> {
    return this.render('{{ all_fields }}', false);
  }

  private async render(template: string, isHtml: boolean): Promise<string> {
    const target = { scope: this.scope(), work: this.work };
    const output = await renderTemplate(template, 'visitor', target, (...limits) => new VisitorOutput(this.partsOf, isHtml, ...limits));
    for (const path of output.missing) this.warn(`${path} has no value.`);
    return output.buffer;
  }

  private scope(): object {
    const allFields = () =>
      (this.allFields ??= fieldParts(this.state)
        .map(({ text }) => text)
        .join(''));
    const copy = () => this.copy();
    return {
      ...this.state,
      submission: {
        ...this.state.submission,
        get copy() {
          return copy();
        },
      },
      get all_fields() {
        return allFields();
      },
    };
  }

  private copy(): SubmissionCopy | null {
    const submitted = this.state.visitor_mails?.submitted;
    if (submitted && this.mayCopy) return new SubmissionCopy(copyOf(this.state, submitted));
    this.warn(NO_COPY);
    return null;
  }

  private readonly partsOf = (value: unknown): readonly MailPart[] | undefined => {
    if (value === this.state.form.name) return [{ kind: 'fixed', text: this.state.form.name }];
    return typeof value === 'string' && value === this.allFields ? fieldParts(this.state) : undefined;
  };
}

/** A line for each field and file, and below them the values that no field has, whose names a stranger may have chosen too. */
function fieldParts({ labels, fields, files, other }: RunState): MailPart[] {
  const lines = [
    ...Object.entries(fields).map(([name, value]) => [fixed(`${labelOf(labels, name)}: `), shown(plainText(value))]),
    ...files.map(({ field, filename }) => [fixed(`${labelOf(labels, field)}: `), shown(filename)]),
    ...Object.entries(other).map(([name, value]) => [shown(name), fixed(': '), shown(plainText(value))]),
  ];
  return lines.flatMap((line, index) => (index === 0 ? line : [fixed('\n'), ...line]));
}

const fixed = (text: string): MailPart => ({ kind: 'fixed', text });
const shown = (text: string): MailPart => ({ kind: 'value', text });

/** All that was submitted, by the labels in the order of the form; what the form has no field for comes last. */
function copyOf({ labels, files, other }: RunState, submitted: RunState['fields']): string {
  const named = (name: string, value: unknown): [string, string] => [name, plainText(value)];
  const lines = [
    ...inOrderOf(labels, submitted).map(([name, value]) => named(labelOf(labels, name), value)),
    ...files.map(({ field, filename }) => named(labelOf(labels, field), filename)),
    ...Object.entries(other).map(([name, value]) => named(name, value)),
  ];
  return lines.map(([name, text]) => `${name}: ${copied(text)}`).join('\n');
}

function inOrderOf(labels: RunState['labels'], fields: RunState['fields']): [string, unknown][] {
  const known = Object.keys(labels).filter((name) => Object.hasOwn(fields, name));
  const others = Object.keys(fields).filter((name) => !Object.hasOwn(labels, name));
  return [...known, ...others].map((name) => [name, fields[name]]);
}

function copied(text: string): string {
  const letters = [...withJoinersOnly(text).replace(/\r\n?/g, '\n').replace(CONTROL, ' ')];
  return letters.length <= MAX_COPIED ? letters.join('') : letters.slice(0, MAX_COPIED - 1).join('') + TAKEN_AWAY;
}

const MAX_COPIED = 2_000;
const CONTROL = /(?!\n)\p{Cc}/gu;

const NO_COPY =
  'submission.copy was left out: the form asks for no proof, and the visitor has not confirmed the address that the mail goes to.';
