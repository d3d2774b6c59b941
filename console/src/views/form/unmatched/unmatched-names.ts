import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { UnmatchedName } from 'form-collection-client';
import { api } from '../../../api';
import { counted } from '../../../english.rules';
import { time } from '../../../elements/time';
import { may, maySee } from '../../../session/rights';
import { openField } from '../field-dialog';
import type { FormState } from '../form-state';
import { fieldNameOf, suggestedField } from './suggestion.rules';
import type { Act } from '../../../elements/view-store';
import { rowButton, tableHead } from '../../../elements/basics';

/** The unmatched names, each with its actions. `act` shows errors. */
export function unmatchedNames(state: FormState, act: Act): TemplateResult {
  const { unmatched, form } = state.document!;
  if (unmatched.length === 0) return html`<p class="inside muted">None in the last 30 days.</p>`;
  const action = (name: string, word: string, run: () => Promise<unknown>) => rowButton(word, `${word} ${name}`, () => act(run));
  const row = ({ name, count, last_seen_at: last }: UnmatchedName) => {
    const similar = form.fields.find((field) => field.name === fieldNameOf(name));
    return html`<tr>
      <td class="name">
        <code><bdi>${name}</bdi></code>
        ${similar ? html`<small class="muted">the field is called <code>${similar.name}</code></small>` : nothing}
      </td>
      <td>${counted(count, 'visitor')}</td>
      <td class="muted">${time(last)}</td>
      <td class="actions">
        ${
          may('forms:update')
            ? html`${action(name, 'Add field', () => addField(state, name))} ${action(name, 'Ignore', () => ignore(state, name))}`
            : nothing
        }
      </td>
    </tr>`;
  };
  return html`<table class="fields" aria-label="Names without a field">
    ${tableHead('Sent as', 'Came from', 'Last', '')}
    <tbody>
      ${repeat(unmatched, ({ name }) => name, row)}
    </tbody>
  </table>`;
}

async function addField(state: FormState, sent: string): Promise<void> {
  const field = suggestedField(
    sent,
    await newestValue(state.id, sent),
    state.document!.form.fields.map(({ name }) => name),
  );
  const note = field.name === sent ? '' : `Pages send “${sent}”, which no field can have as its name. Let them send “${field.name}”.`;
  await openField(state, undefined, { field, note });
}

/** The latest value under a name among the newest submissions. */
async function newestValue(form: string, name: string): Promise<unknown> {
  if (!maySee('submissions:read')) return undefined;
  const { data } = await api.listSubmissions({ path: { form }, query: { limit: 50 } });
  const values = data.flatMap(({ other_values: others }) => Object.entries(others ?? {}));
  return values.find(([sent]) => sent.replace(/\p{Cc}/gu, '') === name)?.[1];
}

const ignore = (state: FormState, name: string): Promise<void> => {
  const ignored = state.document!.intake.ignored_names;
  return state.patch({ intake: { ignored_names: [...ignored, name] } }, () => state.tag);
};
