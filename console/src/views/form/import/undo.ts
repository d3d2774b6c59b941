import { html, nothing, type TemplateResult } from 'lit-html';
import type { StoredImport } from 'form-collection-client';
import { api } from '../../../api';
import { counted } from '../../../english.rules';
import { problem } from '../../../elements/basics';
import { confirm } from '../../../elements/dialog';
import { Store } from '../../../store';

/** The imports of the last day, of which each can be undone. */
export class UndoableImports extends Store {
  private imports: readonly StoredImport[] = [];
  private undone = 0;
  private isUndoing = false;
  private failure: unknown = null;

  constructor(private readonly form: string) {
    super();
  }

  get isBusy(): boolean {
    return this.isUndoing;
  }

  async load(): Promise<void> {
    try {
      this.imports = (await api.listImports({ path: { form: this.form } })).data;
    } catch (error) {
      this.failure = error;
    }
  }

  render(): TemplateResult | typeof nothing {
    const { imports, undone, failure, isUndoing } = this;
    if (imports.length === 0 && undone === 0 && !failure) return nothing;
    return html`<section class="undo" aria-labelledby="undo-title">
      <h3 id="undo-title">Imports of the last day</h3>
      <ul class="plain">
        ${imports.map((stored) => this.row(stored, isUndoing))}
      </ul>
      <p role="status">${undone > 0 ? `${counted(undone, 'submission')} ${undone === 1 ? 'was' : 'were'} deleted.` : ''}</p>
      ${failure ? problem(failure) : nothing}
    </section>`;
  }

  private row(stored: StoredImport, isUndoing: boolean): TemplateResult {
    const at = new Date(stored.imported_at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
    const count = counted(stored.stored, 'submission');
    return html`<li class="bar">
      <span>${count}, ${at}</span>
      <button type="button" ?disabled=${isUndoing} aria-label="Undo the import of ${count}, ${at}" @click=${() => this.ask(stored, count)}>
        Undo
      </button>
    </li>`;
  }

  private async ask(stored: StoredImport, count: string): Promise<void> {
    const text = `${count} of this import will be deleted, also those that you have read or answered since.`;
    if (this.isUndoing || !(await confirm({ title: 'Undo this import?', text, action: 'Undo it' }))) return;
    [this.isUndoing, this.failure, this.undone] = [true, null, 0];
    try {
      for (let remaining = 1; remaining > 0;) {
        const { data } = await api.undoImport({ path: { form: this.form, stored_import: stored.id } });
        this.undone += data.deleted;
        ({ remaining } = data);
      }
    } catch (error) {
      this.failure = error;
    }
    await this.load();
    this.isUndoing = false;
  }
}
