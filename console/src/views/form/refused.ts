import { html, nothing, type TemplateResult } from 'lit-html';
import type { Field, FormRefusal } from 'form-collection-client';
import { counted } from '../../english.rules';
import { confirm } from '../../elements/dialog';
import { rowButton, tableHead } from '../../elements/basics';
import { time } from '../../elements/time';
import type { Act } from '../../elements/view-store';
import { may } from '../../session/rights';
import type { FormState } from './form-state';
import { originRefusals } from './troubles';

/** The refusals by field and by the form's own limits, below the chart of its days. */
export function refusedValues(fields: readonly Field[], refusals: readonly FormRefusal[]): TemplateResult | typeof nothing {
  const shown = refusals.filter(({ kind }) => kind === 'field' || kind === 'closed');
  if (shown.length === 0) return nothing;
  return html`<table class="fields" aria-label="Refused">
    ${tableHead('Refused for', 'Reason', 'Times', 'Last')}
    <tbody>
      ${shown.slice(0, MAX_SHOWN).map(
        ({ kind, name, reason, count, last_seen_at: last }) =>
          html`<tr>
            <td class="name"><bdi>${labelOf(fields, name)}</bdi></td>
            <td>${(kind === 'field' ? FIELD_WORDS : CLOSED_WORDS)[reason] ?? reason.replaceAll('_', ' ')}</td>
            <td>${count.toLocaleString('en')}</td>
            <td class="muted">${time(last)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The origins that were refused, each with a button that allows it after a question. */
export function refusedOrigins(state: FormState, refusals: readonly FormRefusal[], act: Act): TemplateResult | typeof nothing {
  const shown = originRefusals(state.document!, refusals);
  if (shown.length === 0) return nothing;
  return html`<table class="fields" aria-label="Refused origins">
    ${tableHead('Refused', 'Times', 'Last', '')}
    <tbody>
      ${shown.slice(0, MAX_SHOWN).map(
        ({ name, count, last_seen_at: last }) =>
          html`<tr>
            <td class="name"><bdi>${name || 'No origin'}</bdi><small class="muted"> ${ABOUT[name] ?? ''}</small></td>
            <td>${counted(count, 'time')}</td>
            <td class="muted">${time(last)}</td>
            <td class="actions">
              ${
                may('forms:update') && !(name in ABOUT)
                  ? rowButton('Add', `Add ${name} to the origins`, () => act(() => allow(state, name)))
                  : nothing
              }
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

async function allow(state: FormState, origin: string): Promise<void> {
  const text = `Every page of ${origin} can then send to this form. Add it only if it is yours, or belongs to somebody you trust.`;
  if (!(await confirm({ title: 'Add this origin?', text, action: 'Add' }))) return;
  await state.patch({ form: { allowed_origins: [...state.document!.form.allowed_origins, origin] } }, () => state.tag);
}

const ABOUT: Readonly<Record<string, string>> = {
  '': 'programs and apps, which have to send the submission token',
  null: 'pages that hide where they are: let yours be sent with “Referrer-Policy: strict-origin-when-cross-origin”',
};

const labelOf = (fields: readonly Field[], name: string): string =>
  name === '' ? 'The whole form' : (fields.find((field) => field.name === name)?.label ?? name);

const FIELD_WORDS: Readonly<Record<string, string>> = {
  required: 'not filled in, or not sent by the page',
  not_an_option: 'not one of its choices',
  preset_not_met: 'not as its check requires',
  not_number: 'not a number',
  not_date: 'not a date',
  one_value_only: 'more than one value',
  value_too_long: 'too long',
};

const CLOSED_WORDS: Readonly<Record<string, string>> = {
  ...{ before: 'not open yet', after: 'closed already', full: 'full', no_places: 'no places left', disabled: 'turned off' },
  ...{ quota: 'the month was used up', storage: 'no room for files' },
};

const MAX_SHOWN = 20;
