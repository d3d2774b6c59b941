import { html, nothing, type TemplateResult } from 'lit-html';
import type { TimedList } from '../list';
import { older, problem } from './basics';

interface ListSheet<Item extends { id: string }> {
  id: string;
  title: string;
  list: TimedList<Item>;
  row: (item: Item) => TemplateResult;
  /** The content in place of rows when there are none. */
  empty: unknown;
  readOlder: () => void;
  failure?: unknown;
  beside?: unknown;
  above?: unknown;
  className?: string;
}

export function listSheet<Item extends { id: string }>(sheet: ListSheet<Item>): TemplateResult {
  const { id, title, list, row, empty, readOlder, failure, beside = nothing, above = nothing, className = 'link-rows' } = sheet;
  return html`<section class="sheet" aria-labelledby=${id}>
    <header>
      <h2 id=${id} tabindex="-1">${title}</h2>
      ${beside}
    </header>
    ${failure ? html`<div class="inside">${problem(failure)}</div>` : nothing} ${above}
    ${list.isRead && list.items.length === 0 ? html`<p class="inside muted">${empty}</p>` : nothing}
    <ul class="plain ${className}" aria-labelledby=${id}>
      ${list.items.map(row)}
    </ul>
    ${older(list.hasOlder, 'inside', readOlder)}
  </section>`;
}
