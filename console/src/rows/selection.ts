import { html, nothing, type TemplateResult } from 'lit-html';
import { api } from '../api';
import { connection } from '../session/connection';
import { hasTrash, may } from '../session/rights';
import { readCounts } from '../shell/counts';
import { Store } from '../store';
import type { ListedSubmission, SubmissionList } from '../submission-list';
import type { Everything } from './everything';
import { ACTION_NAMES, actionsFor, after, batchesOf, bodyOf, isDeletion, refusalOf, type Action } from './actions.rules';

export class Selection extends Store {
  /** The reasons why the last action was refused, by submission. */
  refusals: ReadonlyMap<string, string> = new Map();
  failure: unknown = null;
  outcome = '';
  private pending: readonly Pending[] = []; // in the order in which they are carried out
  private done: Promise<void> = Promise.resolve();
  private ids: ReadonlySet<string> = new Set();
  private last = '';
  private everything: Everything | null = null; // what is beyond the rows; its script is loaded with the first use

  constructor(private readonly list: () => SubmissionList) {
    super();
  }

  /** While the service is away the actions wait, and further ones after them. */
  get isActing(): boolean {
    return this.pending.length > 0;
  }

  /** The state of the last action of a row in words: it waits while the service is away, or was refused for a reason. */
  note(id: string): TemplateResult | undefined {
    const refusal = this.refusals.get(id);
    const waiting = connection.isLost ? this.pending.findLast(({ items }) => items.some((item) => item.id === id)) : undefined;
    if (waiting) return html`<em class="uncertain">${ACTION_NAMES[waiting.action]}: waits for the service</em>`;
    return refusal ? html`<em class="failed">${refusal}</em>` : undefined;
  }

  has = (id: string): boolean => this.ids.has(id);

  /** Rows that were deleted elsewhere do not count. */
  get size(): number {
    return this.items.length;
  }

  private get items(): ListedSubmission[] {
    return this.ids.size === 0 ? [] : this.list().items.filter(({ id }) => this.ids.has(id));
  }

  clear(): void {
    [this.ids, this.refusals, this.failure, this.outcome] = [new Set(), new Map(), null, ''];
    if (this.everything) this.everything.isChosen = false;
  }

  /** The action on all that fit the filters, if there is one. */
  progress = (): unknown => this.everything?.progress();

  private async selectAll(): Promise<void> {
    const list = this.list();
    this.ids = new Set([...this.ids, ...list.items.map(({ id }) => id)]);
    if (!list.hasOlder || !may('submissions:read')) return;
    try {
      this.everything ??= new (await import('./everything')).Everything();
      await this.everything.begin(list);
    } catch (error) {
      this.failure = error;
    }
  }

  /** Ticks a row, or with Shift all rows since the last one that was ticked. */
  tick(id: string, { target, shiftKey }: MouseEvent): void {
    const ids = this.list().items.map((item) => item.id);
    const places = [id, shiftKey ? this.last : id].map((each) => ids.indexOf(each)).sort((a, b) => a - b);
    const meant = places[0]! < 0 ? [id] : ids.slice(places[0], places[1]! + 1);
    const others = [...this.ids].filter((each) => !meant.includes(each));
    this.ids = new Set((target as HTMLInputElement).checked ? [...others, ...meant] : others);
    this.last = id;
    if (this.everything) this.everything.isChosen = false;
  }

  bar(): TemplateResult | typeof nothing {
    const { items } = this;
    if (items.length === 0) return nothing;
    const list = this.list();
    const isAll = items.length === list.items.length;
    const everything = list.hasOlder && (isAll || this.everything?.isChosen) ? this.everything : null;
    const actions = everything?.isChosen ? everything.actions(list).filter(mayDo) : allowedActions(items);
    return html`<div class="bulk" role="group" aria-label="Selected submissions">
      ${everything?.isChosen ? nothing : html`<b role="status">${items.length} selected</b>`}
      ${everything?.offer(list, items.length) ?? nothing}
      ${actions.map(
        (action) =>
          html`<button
            type="button"
            class=${isDeletion(action) ? 'danger' : ''}
            ?disabled=${this.isActing}
            @click=${() => void (everything?.isChosen ? this.actOnAll(action) : this.act(action, items))}
          >
            ${ACTION_NAMES[action]}
          </button>`,
      )}
      <span>
        <button type="button" class="row-action" @click=${() => void this.selectAll()}>Select all</button>
        <button type="button" class="row-action" @click=${() => this.clear()}>Select none</button>
      </span>
    </div>`;
  }

  private async actOnAll(action: Action): Promise<void> {
    if (await this.everything!.act(action, this.list())) this.clear();
  }

  /** Carries out an action after those before it. *Read* and *unread* are shown at once. */
  async act(action: Action, items: ListedSubmission[]): Promise<void> {
    if (!(await isSure(action, items.length))) return;
    const list = this.list();
    const pending: Pending = { action, items, list, place: list.items.indexOf(items[0]!) };
    if (!this.isActing) [this.failure, this.refusals] = [null, new Map()];
    this.pending = [...this.pending, pending];
    if (isAtOnce(action)) this.apply(action, list, new Set(items.map(({ id }) => id)));
    this.done = this.done.then(() => this.carryOut(pending));
    await this.done;
  }

  /** Refused rows stay ticked and show the reason. */
  private async carryOut(pending: Pending): Promise<void> {
    const { action, items, list, place } = pending;
    const { repeats } = connection;
    const [refusals, gone, settled] = [new Map<string, string>(), new Set<string>(), new Set<string>()];
    const cancelled: string[] = [];
    let failure: unknown = null;
    await Promise.all(
      batchesOf(items).map(async ({ form, ids }) => {
        try {
          const { data } = await api.changeSubmissions({ path: { form }, body: { ...bodyOf(action), ids } });
          cancelled.push(...(data.cancelled_run_ids ?? []));
          for (const { id, code } of data.refused) refusals.set(id, refusalOf(code));
          for (const id of data.missing) gone.add(id);
          for (const id of ids) if (!refusals.has(id)) settled.add(id);
        } catch (error) {
          failure = error;
        }
      }),
    );
    list.change((item) => (gone.has(item.id) ? null : item));
    const before = new Map(items.filter(({ id }) => !settled.has(id)).map((item) => [item.id, item]));
    if (isAtOnce(action)) list.change((item) => before.get(item.id) ?? item);
    else this.apply(action, list, settled);
    this.ids = new Set([...[...this.ids].filter((id) => !settled.has(id)), ...refusals.keys()]);
    if (isDeletion(action) && repeats !== connection.repeats) gone.clear(); // the first request may have deleted them
    const elsewhere = gone.size > 0 ? `, ${gone.size} deleted elsewhere` : '';
    this.outcome = `${ACTION_NAMES[action]}: ${settled.size - gone.size}${elsewhere}.`;
    this.pending = this.pending.filter((each) => each !== pending);
    [this.failure, this.refusals] = [failure ?? this.failure, new Map([...this.refusals, ...refusals])];
    const isOfBar = document.activeElement?.matches('body, .bulk *'); // the bar may vanish, and a disabled button has lost the focus
    if (isOfBar) requestAnimationFrame(() => focusRow(place));
    if (action === 'delete')
      void offerUndo(
        list,
        items.filter(({ id }) => settled.has(id) && !gone.has(id)),
      );
    if (cancelled.length > 0) void deletions().then((script) => script.offerSending(cancelled));
    void readCounts().catch(() => undefined); // the counts are read again soon
  }

  private apply(action: Action, list: SubmissionList, ids: Set<string>): void {
    list.change((item) => (ids.has(item.id) ? after(item, action, list.query) : item));
  }
}

interface Pending {
  action: Action;
  items: ListedSubmission[];
  list: SubmissionList;
  /** The place of the first of them in the list. */
  place: number;
}

const deletions = () => import('./deletions');

/** Asks before a deletion that has no way back. */
export const isSure = async (action: Action, number: number): Promise<boolean> =>
  !isDeletion(action) || (action === 'delete' && hasTrash()) || (await deletions()).isSure(number);

/** Shows for a while that these were deleted, with a way back. */
export async function offerUndo(list: SubmissionList, items: Pick<ListedSubmission, 'form_id' | 'id'>[]): Promise<void> {
  if (hasTrash() && items.length > 0) (await deletions()).offerUndo(batchesOf(items), () => list.begin());
}

const isAtOnce = (action: Action): boolean => action === 'read' || action === 'unread';

export const mayChange = (): boolean => may('submissions:update') || may('submissions:delete');

/** The actions that would change at least one of these and that the session may take. */
export const allowedActions = (items: ListedSubmission[]): Action[] => actionsFor(items).filter(mayDo);

const mayDo = (action: Action): boolean => may(isDeletion(action) || action === 'restore' ? 'submissions:delete' : 'submissions:update');

export const ROW_LINKS = '.list [id^="row-"]';

function focusRow(place: number): void {
  const links = document.querySelectorAll<HTMLElement>(ROW_LINKS);
  (links[Math.min(place, links.length - 1)] ?? document.querySelector('h1'))?.focus();
}
