import { html, nothing, type TemplateResult } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import type { FormLabels } from 'form-collection-client';
import { formOf } from '../../../forms';
import { inOtherOrder, namesIn, withNames } from '../../../list-address.rules';
import type { ShownRows } from '../../../rows/rows';
import { mayChange } from '../../../rows/selection';
import { finderOf } from '../../../rows/summary.rules';
import type { SubmissionList } from '../../../submission-list';
import { askForColumns } from './columns-dialog';
import { type Column, columnsOf, exportNames, shownColumns, widthOf } from './columns.rules';
import { tableRow } from './row';
import { Scrolling } from './scrolling';

/** The widths in pixels of the check box with the unread mark, and of the time. */
const FIRST_WIDTHS = [64, 188];

/** The submissions of one form as a table with a scroll region of its own; on a phone its rows are cards. */
export class SubmissionTable {
  private readonly scrolling = new Scrolling();

  /** @param go leads to another address of the inbox */
  constructor(private readonly go: (query: URLSearchParams) => void) {}

  render(rows: ShownRows): TemplateResult {
    const { list, more } = rows;
    const columns = columnsIn(list);
    return html`<div class="scroll" role="region" aria-labelledby="table-caption" tabindex="0" ${ref(this.scrolling.follow(rows))}>
      <table role="table" class="table" ${ref((table) => setWidths(table, columns))}>
        <caption id="table-caption" class="visually-hidden">
          Submissions of ${formIn(list.query)?.name ?? 'the form'}
        </caption>
        <thead role="rowgroup">
          ${this.head(list, columns)}
        </thead>
        <tbody role="rowgroup" @keydown=${(event: KeyboardEvent) => step(event, rows)}>
          ${this.body(rows, columns)}
        </tbody>
      </table>
      ${more === nothing ? nothing : html`<div ${ref(this.scrolling.end)}>${more}</div>`}
    </div>`;
  }

  askForColumns({ query, items }: SubmissionList): void {
    const all = columnsOf(formIn(query), items);
    const own = namesOf(shownColumns(all, null));
    askForColumns(all, shownColumns(all, namesIn(query)), (columns) => {
      const names = namesOf(columns);
      this.go(withNames(query, names.join() === own.join() ? null : names));
    });
  }

  /** The names of the shown columns for an export; null while the form is unknown, since its fields are then unknown as well. */
  exportNames = (list: SubmissionList): string[] | null => (formIn(list.query) ? exportNames(columnsIn(list)) : null);

  private head({ query, isOldestFirst }: SubmissionList, columns: Column[]): TemplateResult {
    return html`<tr role="row">
      <th role="columnheader" scope="col" class="tick"><span class="visually-hidden">Selected or unread</span></th>
      <th role="columnheader" scope="col" class="when" aria-sort=${isOldestFirst ? 'ascending' : 'descending'}>
        <button type="button" class="row-action" @click=${() => this.go(inOtherOrder(query))}>
          Received <span aria-hidden="true">${isOldestFirst ? '↑' : '↓'}</span> ${isOldestFirst ? 'oldest' : 'newest'} first
        </button>
      </th>
      ${columns.map(({ label, kind }) => html`<th role="columnheader" scope="col" class=${kind} title=${label}><bdi>${label}</bdi></th>`)}
    </tr>`;
  }

  private body({ list, selection, fresh }: ShownRows, columns: Column[]): unknown {
    const names = columns.map(({ name, label }) => `${name} ${label}`).join();
    const search = list.query.get('search') ?? '';
    const [find, isChangeable] = [finderOf(search), mayChange()];
    return repeat(
      list.items,
      ({ id }) => id,
      (item) => {
        const state = [selection.has(item.id), fresh.has(item.id), selection.note(item.id)] as const;
        const [isTicked, isNew, note] = state;
        const onTick = (event: MouseEvent) => selection.tick(item.id, event);
        return guard([item, names, search, isChangeable, ...state], () =>
          tableRow(item, columns, { find, isChangeable, isTicked, isNew, note, onTick }),
        );
      },
    );
  }
}

const formIn = (query: URLSearchParams): FormLabels | undefined => formOf(query.get('form')!);
const namesOf = (columns: readonly Column[]): string[] => columns.map(({ name }) => name);

const columnsIn = ({ query, items }: SubmissionList): Column[] => shownColumns(columnsOf(formIn(query), items), namesIn(query));

/** Sets the widths by script, since the Content Security Policy forbids style attributes. */
function setWidths(table: Element | undefined, columns: Column[]): void {
  if (!table) return;
  const widths = columns.map(widthOf);
  const tracks = widths.map(({ least, share }) => `minmax(${least}px, ${share}fr)`);
  const { style } = table as HTMLElement;
  style.setProperty('--columns', [...FIRST_WIDTHS.map((width) => `${width}px`), ...tracks].join(' '));
  style.setProperty('--width', `${[...FIRST_WIDTHS, ...widths.map(({ least }) => least)].reduce((sum, each) => sum + each)}px`);
}

/** Moves from row to row with the arrow keys, as with j and k. */
function step(event: KeyboardEvent, rows: ShownRows): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  rows.step(by);
}
