import { html, nothing, type TemplateResult } from 'lit-html';
import { api } from '../../api';
import { readCounts } from '../../shell/counts';
import type { ListedSubmission, SubmissionList } from '../../submission-list';
import { confirm } from '../dialog';
import { ACTION_NAMES, actionsFor, after, batchesOf, refusalOf, type Action } from './actions.rules';

/** The ticked rows of a list, and what is done to them. */
export class Selection {
  /** The reasons, by submission, why the last action was not done to it. */
  refusals = new Map<string, string>();
  failure: unknown = null;
  /** What has happened, in words. */
  outcome = '';
  isActing = false;
  private readonly ids = new Set<string>();
  private last = '';

  constructor(
    private readonly list: () => SubmissionList,
    private readonly update: () => void,
  ) {}

  has = (id: string): boolean => this.ids.has(id);

  /** How many of the rows are ticked; rows that were deleted elsewhere do not count. */
  get size(): number {
    return this.items.length;
  }

  private get items(): ListedSubmission[] {
    return this.ids.size === 0 ? [] : this.list().items.filter(({ id }) => this.ids.has(id));
  }

  clear(): void {
    this.ids.clear();
    this.refusals = new Map();
    [this.failure, this.outcome] = [null, ''];
    this.update();
  }

  /** With Shift all rows from the last one that was ticked. */
  tick(id: string, { target, shiftKey }: MouseEvent): void {
    const ids = this.list().items.map((item) => item.id);
    const places = [id, shiftKey ? this.last : id].map((each) => ids.indexOf(each)).sort((a, b) => a - b);
    const isOn = (target as HTMLInputElement).checked;
    for (const each of places[0]! < 0 ? [id] : ids.slice(places[0], places[1]! + 1)) {
      if (isOn) this.ids.add(each);
      else this.ids.delete(each);
    }
    this.last = id;
    this.update();
  }

  /** What can be done to the ticked rows, above them. */
  bar(): TemplateResult | typeof nothing {
    const { items } = this;
    if (items.length === 0) return nothing;
    const all = () => {
      for (const { id } of this.list().items) this.ids.add(id);
      this.update();
    };
    return html`<div class="bulk" role="group" aria-label="Selected submissions">
      <b role="status">${items.length} selected</b>
      ${actionsFor(items).map(
        (action) =>
          html`<button
            type="button"
            class=${action === 'delete' ? 'danger' : ''}
            ?disabled=${this.isActing}
            @click=${() => void this.act(action, items)}
          >
            ${ACTION_NAMES[action]}
          </button>`,
      )}
      <span>
        <button type="button" class="row-action" @click=${all}>Select all</button>
        <button type="button" class="row-action" @click=${() => this.clear()}>Select none</button>
      </span>
    </div>`;
  }

  /** Does it, at once on the page where it is only read or unread; what was refused stays ticked and says why. */
  async act(action: Action, items: ListedSubmission[]): Promise<void> {
    if (this.isActing || (action === 'delete' && !(await confirm(deletionOf(items.length))))) return;
    const list = this.list();
    const place = list.items.indexOf(items[0]!);
    [this.isActing, this.failure] = [true, null];
    this.refusals = new Map();
    const isAtOnce = action === 'read' || action === 'unread';
    if (isAtOnce) this.apply(action, list, new Set(items.map(({ id }) => id)));
    this.update();
    let missing = 0;
    const done = await Promise.all(
      batchesOf(items).map(async ({ form, ids }) => {
        try {
          const { data } = await api.changeSubmissions({ path: { form }, body: { action, ids } });
          for (const { id, code } of data.refused) this.refusals.set(id, refusalOf(code));
          missing += data.missing.length;
          const gone = new Set(data.missing);
          list.change((item) => (gone.has(item.id) ? null : item));
          return ids.filter((id) => !this.refusals.has(id));
        } catch (error) {
          this.failure = error;
          return [];
        }
      }),
    );
    const settled = new Set(done.flat());
    const before = new Map(items.filter(({ id }) => !settled.has(id)).map((item) => [item.id, item]));
    if (isAtOnce) list.change((item) => before.get(item.id) ?? item);
    else this.apply(action, list, settled);
    for (const id of settled) this.ids.delete(id);
    for (const id of this.refusals.keys()) this.ids.add(id);
    const gone = missing > 0 ? `, ${missing} deleted elsewhere` : '';
    this.outcome = `${ACTION_NAMES[action]}: ${settled.size - missing}${gone}.`;
    this.isActing = false;
    const isOfBar = document.activeElement?.matches('body, .bulk *'); // which may go; a disabled button has lost the focus
    this.update();
    if (isOfBar) requestAnimationFrame(() => focusRow(place));
    await readCounts().catch(() => undefined); // read again soon
  }

  private apply(action: Action, list: SubmissionList, ids: Set<string>): void {
    list.change((item) => (ids.has(item.id) ? after(item, action, list.query) : item));
  }
}

const deletionOf = (number: number) => ({
  title: number === 1 ? 'Delete this submission?' : `Delete ${number} submissions?`,
  text: `${number === 1 ? 'It is' : 'They are'} deleted for good, with all files.`,
  action: 'Delete',
});

/** The row that took the place of one gets the focus. */
function focusRow(place: number): void {
  const links = document.querySelectorAll<HTMLElement>('.rows .values');
  (links[Math.min(place, links.length - 1)] ?? document.querySelector('h1'))?.focus();
}
