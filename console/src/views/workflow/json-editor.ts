import { html, nothing, type TemplateResult } from 'lit-html';
import { confirmLoss } from '../../elements/dialog';
import { saving, valueOf } from '../../elements/basics';
import { may } from '../../session/rights';
import { Store } from '../../store';
import type { Draft } from './draft';
import type { Finding } from './findings.rules';
import type { Graph } from './graph.rules';
import { fromJson, lineOf } from '../../elements/form/text.rules';

/** The draft as JSON. The errors of the server are shown beside their lines. */
export class JsonEditor extends Store {
  private text: string;
  private before: string;
  private strangers: number;
  private error = '';

  constructor(
    private readonly draft: Draft,
    private readonly close: () => void,
  ) {
    super();
    this.text = this.before = JSON.stringify(draft.mine ?? draft.graph, null, 2);
    ({ strangers: this.strangers } = draft);
  }

  get isUnsaved(): boolean {
    return this.text !== this.before;
  }

  /** Saves the typed text; false if it was refused, in which case the errors are shown. */
  async settle(): Promise<boolean> {
    if (!this.isUnsaved) return true;
    this.error = '';
    const { text } = this;
    try {
      const graph = fromJson(text) as Graph;
      if (!Array.isArray(graph.nodes) || !Array.isArray(graph.edges)) throw new SyntaxError('It needs nodes and edges.');
      if (!(await this.draft.save(graph, this.strangers))) return false;
      [this.before, this.strangers] = [text, this.draft.strangers];
      return true;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.error = error.message;
      return false;
    }
  }

  private async save(): Promise<void> {
    if ((await this.settle()) && !this.isUnsaved) this.close();
  }

  private async cancel(): Promise<void> {
    if (!this.isUnsaved || (await confirmLoss())) this.close();
  }

  render(): TemplateResult {
    const { text, error } = this;
    const lines = text.split('\n').length;
    const found = error ? [] : this.draft.findings.map((finding) => ({ ...finding, line: this.lineOf(finding) }));
    const about = (line: number) => found.filter((finding) => finding.line === line).map(({ message }) => message);
    const go = (line: number) => {
      const area = document.querySelector<HTMLTextAreaElement>('#json')!;
      const start =
        text
          .split('\n')
          .slice(0, line - 1)
          .join('\n').length + (line > 1 ? 1 : 0);
      area.focus();
      area.setSelectionRange(start, start + text.split('\n')[line - 1]!.length);
    };
    return html`<div class="inside">
      ${error ? html`<p class="failed" role="alert">This is not JSON: ${error}</p>` : nothing}
      <ul class="plain">
        ${found.map(
          ({ line, message }) =>
            html`<li class="failed">
              <button type="button" class="row-action" @click=${() => go(line)}>Line ${line}</button> ${message}
            </li>`,
        )}
      </ul>
      <div class="json">
        <ol aria-hidden="true">
          ${Array.from({ length: lines }, (_, at) => number(at + 1, about(at + 1)))}
        </ol>
        <textarea
          id="json"
          aria-label="JSON"
          rows=${lines}
          wrap="off"
          spellcheck="false"
          ?readonly=${!may('workflows:write')}
          .value=${text}
          @input=${(event: Event) => (this.text = valueOf(event))}
        ></textarea>
      </div>
      ${
        may('workflows:write')
          ? html`<p class="bar">
              <button type="button" class="main-action" @click=${() => void this.save()}>Save</button>
              <button type="button" @click=${() => void this.cancel()}>Cancel</button>
              ${saving(this.isUnsaved)}
            </p>`
          : nothing
      }
    </div>`;
  }

  private lineOf({ path }: Finding): number {
    try {
      JSON.parse(this.text);
    } catch {
      return 1; // the text is incomplete while it is typed
    }
    return lineOf(this.text, path);
  }
}

const number = (line: number, faults: string[]): TemplateResult =>
  html`<li class=${faults.length > 0 ? 'failed' : ''} title=${faults.join(' ')}>${line}</li>`;
