import { html, nothing, type TemplateResult } from 'lit-html';
import type { ListedVersion } from 'form-collection-client';
import { api } from '../../api';
import { counted } from '../../english.rules';
import { confirm } from '../../elements/dialog';
import { time } from '../../elements/time';
import { may } from '../../session/rights';
import { Store } from '../../store';
import type { ViewContext } from '../../view';
import type { Draft } from './draft';
import { rowButton } from '../../elements/basics';

export class Versions extends Store {
  isShown = false;
  private versions: ListedVersion[] | null = null;

  constructor(
    private readonly draft: Draft,
    private readonly context: ViewContext,
    private readonly editing: { isUnsaved: () => boolean; close: () => void },
  ) {
    super();
  }

  async toggle(): Promise<void> {
    [this.isShown, this.versions] = [!this.isShown, null];
    if (!this.isShown) return;
    const { signal } = this.context;
    this.versions = (await api.listWorkflowVersions({ path: { form: this.draft.formId }, query: { limit: 50 } }, { signal })).data;
  }

  private async restore(version: number): Promise<void> {
    const text = 'The draft becomes what this version is. Its changes that were never published go.';
    const isLost = this.draft.workflow!.draft.is_dirty || this.editing.isUnsaved();
    if (isLost && !(await confirm({ title: `Restore version ${version}?`, text, action: 'Restore' }))) return;
    if (!(await this.draft.restore(version))) return;
    this.editing.close();
    this.isShown = false;
    document.querySelector<HTMLElement>('[aria-expanded]')!.focus(); // the button that had shown them
  }

  render(): TemplateResult | typeof nothing {
    const { versions, isShown, draft } = this;
    if (!isShown || !versions) return nothing;
    const live = draft.workflow?.published?.version;
    return html`<section class="sheet versions" aria-label="Versions">
      <header><h2>Versions</h2></header>
      ${versions.length === 0 ? html`<p class="inside muted">Nothing was published yet.</p>` : nothing}
      <ul class="steps">
        ${versions.map(
          ({ version, published_at: published, node_count: count }) =>
            html`<li>
              <span class="about"
                ><strong>Version ${version}</strong> ${version === live ? 'live' : nothing}
                <span class="muted">${time(published)} · ${counted(count, 'step')}</span></span
              >
              ${may('workflows:write') ? html`<span class="actions">${rowButton('Restore', `Restore version ${version}`, () => void this.restore(version))}</span>` : nothing}
            </li>`,
        )}
      </ul>
    </section>`;
  }
}
