import { html, nothing, type TemplateResult } from 'lit-html';
import type { Field, ImportReport } from 'form-collection-client';
import { optionsIn } from '../../../elements/form/controls';
import { tableHead, valueOf } from '../../../elements/basics';
import type { ImportChoices } from './import.rules';

const OTHERS = { received_at: 'Time of arrival', source_id: 'Id at its source' };

/** The columns of a file, each with a choice of the field that it fills. */
export function columnTable(
  headers: readonly string[],
  { columns }: ImportReport,
  fields: readonly Field[],
  choices: ImportChoices,
  choose: (header: string, field: string) => void,
): TemplateResult | typeof nothing {
  if (headers.length === 0) return nothing;
  const taken = fields.filter(({ type }) => type !== 'file');
  const words = new Map([...Object.entries(OTHERS), ...taken.map(({ name, label }) => [name, label ?? name] as const)]);
  const empty = taken.filter(({ name }) => !Object.values(columns).includes(name));
  const row = (header: string, index: number) => {
    const chosen = Object.keys(choices.columns).find((name) => choices.columns[name] === header);
    const field = chosen ?? columns[header] ?? '';
    const offered = new Map(words);
    if (field === '' || chosen) offered.set('', 'No field');
    else if (!words.has(field)) offered.set(field, 'No field');
    return html`<tr>
      <th scope="row">
        <label for="column-${index}"><bdi>${header}</bdi></label>
      </th>
      <td>
        <select id="column-${index}" @change=${(event: Event) => choose(header, valueOf(event))}>
          ${optionsIn([...offered], field)}
        </select>
      </td>
    </tr>`;
  };
  return html`<table class="columns" aria-label="Columns">
      ${tableHead('Column of the file', 'Field')}
      <tbody>
        ${headers.map(row)}
      </tbody>
    </table>
    ${empty.length > 0 ? html`<p class="muted">No column for <bdi>${empty.map(({ name }) => words.get(name)).join(', ')}</bdi>.</p>` : nothing}`;
}
