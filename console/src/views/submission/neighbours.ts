import { html, type TemplateResult } from 'lit-html';
import { Store } from '../../store';
import type { ListedSubmission, SubmissionList } from '../../submission-list';
import type { ViewContext } from '../../view';

type Direction = 'above' | 'below';

export class Neighbours extends Store {
  private beside: { [which in Direction]?: ListedSubmission | undefined } = {};
  private readonly found: Promise<void>;

  constructor(
    private readonly list: SubmissionList,
    private readonly id: string,
    private readonly context: ViewContext,
  ) {
    super();
    this.found = this.look().catch(() => undefined);
  }

  render(): TemplateResult {
    const [above, below] = this.list.isOldestFirst ? ['Older', 'Newer'] : ['Newer', 'Older'];
    return html`<div class="bar">${this.link('above', above, 'k')}${this.link('below', below, 'j')}</div>`;
  }

  /** Opens the submission above or below, once it is known. */
  async go(which: Direction): Promise<void> {
    await this.found;
    const other = this.beside[which];
    if (other && !this.context.signal.aborted) location.hash = addressOf(other);
  }

  private link(which: Direction, word: string, key: string): TemplateResult {
    const other = this.beside[which];
    const content = html`${word} <kbd aria-hidden="true">${key}</kbd>`;
    if (!other) return html`<span class="row-action" aria-hidden="true">${content}</span>`;
    return html`<a class="row-action" aria-keyshortcuts=${key} href=${addressOf(other)}>${content}</a>`;
  }

  /** Reads more of the list if the submission is further down. */
  private async look(): Promise<void> {
    const { list, id } = this;
    if (!list.isRead) await list.begin();
    const isThere = () => list.items.some((item) => item.id === id);
    for (let reads = 0; reads < 10 && !isThere() && list.hasOlder; reads += 1) await list.older();
    this.beside = await list.beside(id);
  }
}

const addressOf = ({ form_id: form, id }: ListedSubmission): string => `#/forms/${form}/submissions/${id}`;
