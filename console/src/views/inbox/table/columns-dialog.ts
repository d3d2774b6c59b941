import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { openForm } from '../../../elements/dialog';
import { isTicked } from '../../../elements/basics';
import { store } from '../../../store';
import { type Column, moved } from './columns.rules';

/** Asks for the columns of a table and their order. The columns that are shown come first. */
export function askForColumns(all: readonly Column[], shown: readonly Column[], choose: (columns: Column[]) => void): void {
  const names = new Set(shown.map(({ name }) => name));
  const offered = [...shown, ...all.filter(({ name }) => !names.has(name))];
  const wanted = store({ columns: offered, chosen: names, isEmpty: false });
  const chosen = () => wanted.columns.filter(({ name }) => wanted.chosen.has(name));
  const tick = (name: string, isChosen: boolean) =>
    (wanted.chosen = new Set(isChosen ? [...wanted.chosen, name] : [...wanted.chosen].filter((each) => each !== name)));
  const every = (columns: readonly Column[]) => (wanted.chosen = new Set(columns.map(({ name }) => name)));
  const row = (column: Column, index: number) =>
    html`<li>
      <label
        ><input
          type="checkbox"
          .checked=${wanted.chosen.has(column.name)}
          @change=${(event: Event) => tick(column.name, isTicked(event))}
        /><bdi>${column.label}</bdi></label
      >
      ${moveButton(column, -1, index > 0)} ${moveButton(column, 1, index < wanted.columns.length - 1)}
    </li>`;
  const moveButton = (column: Column, by: number, isPossible: boolean): TemplateResult => {
    const word = by < 0 ? 'Up' : 'Down';
    const move = ({ currentTarget: button }: Event) => {
      wanted.columns = moved(wanted.columns, column, by);
      setTimeout(() => (button as HTMLElement).focus()); // the button loses the focus when it moves
    };
    return html`<button
      type="button"
      class="row-action"
      aria-label="Move ${word.toLowerCase()} ${column.label}"
      aria-disabled=${isPossible ? 'false' : 'true'}
      @click=${move}
    >
      ${word}
    </button>`;
  };
  openForm({
    title: 'Columns',
    action: 'Show',
    content: () =>
      html`<p class="bar">
          <button type="button" class="row-action" @click=${() => every(wanted.columns)}>Select all</button>
          <button type="button" class="row-action" @click=${() => every([])}>Select none</button>
        </p>
        <ul class="plain column-choice">
          ${repeat(wanted.columns, ({ name }) => name, row)}
        </ul>
        ${wanted.isEmpty ? html`<p class="failed" role="alert">Choose one column at least.</p>` : nothing}`,
    submit: () => {
      const columns = chosen();
      wanted.isEmpty = columns.length === 0;
      if (!wanted.isEmpty) choose(columns);
      return Promise.resolve(!wanted.isEmpty);
    },
  });
}
