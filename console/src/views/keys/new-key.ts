import { html, nothing, type TemplateResult } from 'lit-html';
import type { CreatedKey } from 'form-collection-client';
import { api } from '../../api';
import { type FaultsOf, openForm } from '../../elements/dialog';
import { checkBox, labelled, radioButton } from '../../elements/form/controls';
import { store } from '../../store';
import { faultLine, formBoxes, type Grantor, limitInputs, nameInput, scopeBoxes } from './key-fields';
import { bodyOf, faultsIn, type NewKey, periodsOf, type Purpose } from './new-key.rules';

const PURPOSES: [Purpose, string, string][] = [
  ['website', 'A website that only submits', 'needs no key'],
  ['reading', 'A program that reads', 'submissions, settings and workflows; it changes nothing'],
  ['everything', 'Everything', 'all that you may do here, keys included'],
  ['choice', 'Choose', 'what it may do, one by one'],
];

export async function newKey(grantor: Grantor): Promise<CreatedKey | undefined> {
  const periods = periodsOf(grantor, Date.now());
  const values = store<NewKey>({
    ...{ purpose: 'reading', name: '', scopes: new Set(), isReadOnly: false, limits: {} },
    forms: grantor.own?.form_access_mode === 'selected' ? new Set() : null,
    days: periods.includes(365) ? 365 : null,
  });
  const sent = { text: '', idempotencyKey: '' };
  let made: CreatedKey | undefined;
  await openForm({
    title: 'New key',
    action: () => (values.purpose === 'website' ? 'Forms' : 'Make the key'),
    content: (faultsOf) =>
      html`<fieldset class="choices">
          <legend>What is it for?</legend>
          ${PURPOSES.map(([purpose, name, note]) =>
            radioButton(
              'purpose',
              html`${name} <small class="muted">${note}</small>`,
              values.purpose === purpose,
              () => (values.purpose = purpose),
            ),
          )}
        </fieldset>
        ${values.purpose === 'website' ? NO_KEY : facts(values, grantor, periods, faultsOf)}`,
    submit: async () => {
      if (values.purpose === 'website') return void (location.hash = '#/forms');
      const faults = faultsIn(values);
      if (Object.keys(faults).length > 0) return faults;
      const body = bodyOf(values, grantor.rights.scopes);
      const text = JSON.stringify(body);
      if (text !== sent.text) Object.assign(sent, { text, idempotencyKey: crypto.randomUUID() }); // else the lost request is repeated
      made = (await api.createKey({ body }, { idempotencyKey: sent.idempotencyKey })).data;
      return true;
    },
  }).closed;
  return made;
}

const NO_KEY = html`<p>
  Whatever only sends submissions needs no key: each form has an address that takes them. The form's page shows the snippet for your
  website.
</p>`;

function facts(values: NewKey, grantor: Grantor, periods: number[], faultsOf: FaultsOf): TemplateResult {
  const ends = Object.fromEntries(periods.map((days) => [days, days === 365 ? 'a year' : `${days} days`]));
  return html`${nameInput(values, faultsOf('name', 'The name'), 'Sheet of the museum')}
  ${values.purpose === 'choice' ? choice(values, grantor) : nothing} ${faultLine(faultsOf('scopes', 'What it may do'))}
  ${faultLine(faultsOf('rate_limits', 'A number of requests'))} ${formBoxes(values, grantor)}
  ${faultLine(faultsOf('form_ids', 'The forms'))}
  ${labelled({
    ...{ id: 'key-days', kind: 'choice', label: 'Ends after', text: String(values.days ?? '') },
    choices: { ...ends, ...(grantor.own && { '': 'as your own key' }) },
    faults: faultsOf('expires_in', 'The end'),
    change: (days) => (values.days = Number(days) || null),
  })}`;
}

const choice = (values: NewKey, grantor: Grantor): TemplateResult =>
  html`${scopeBoxes(values, grantor.rights.scopes)}
  ${checkBox(
    html`Only read <small class="muted">whatever is ticked above, it changes nothing</small>`,
    values.isReadOnly,
    (isReadOnly) => (values.isReadOnly = isReadOnly),
  )}
  ${limitInputs(values, grantor)}`;
