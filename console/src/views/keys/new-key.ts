import { html, nothing, type TemplateResult } from 'lit-html';
import type { ApiError, IssuedKeyView } from 'form-collection-client';
import { api } from '../../api';
import { openForm } from '../../elements/dialog';
import { isTicked, valueOf } from '../../elements/notices';
import { store } from '../../store';
import type { Giver } from './ceiling.rules';
import { formsPart, limitsPart, messageOf, scopesPart, unlessRefused } from './key-fields';
import { bodyOf, faultsOf, type KeyWish, periodsOf, type Purpose } from './new-key.rules';

const PURPOSES: [Purpose, string, string][] = [
  ['website', 'A website that only submits', 'needs no key'],
  ['reading', 'A program that reads', 'submissions, settings and workflows; it changes nothing'],
  ['everything', 'Everything', 'all that you may do here, keys included'],
  ['choice', 'Choose', 'what it may do, one by one'],
];

/** Makes a key in a dialog; undefined when one has thought better of it. */
export async function newKey(giver: Giver): Promise<IssuedKeyView | undefined> {
  const periods = periodsOf(giver, Date.now());
  const wish = store<KeyWish>({
    ...{ purpose: 'reading', name: '', scopes: new Set(), isReadOnly: false, limits: {} },
    forms: giver.own?.form_access_mode === 'selected' ? new Set() : null,
    days: periods.includes(365) ? 365 : null,
  });
  const shown = store<{ details: ApiError['details'] }>({ details: {} });
  const sent = { text: '', idempotencyKey: '' };
  let made: IssuedKeyView | undefined;
  await openForm({
    title: 'New key',
    action: () => (wish.purpose === 'website' ? 'Forms' : 'Make the key'),
    content: () =>
      html`<fieldset class="choices">
          <legend>What is it for?</legend>
          ${PURPOSES.map((purpose) => purposeChoice(wish, purpose))}
        </fieldset>
        ${wish.purpose === 'website' ? NO_KEY : facts(wish, giver, periods, shown.details)}`,
    submit: async () => {
      if (wish.purpose === 'website') return void (location.hash = '#/forms');
      shown.details = faultsOf(wish);
      if (Object.keys(shown.details).length > 0) return false;
      const body = bodyOf(wish, giver.rights.scopes);
      const text = JSON.stringify(body);
      if (text !== sent.text) Object.assign(sent, { text, idempotencyKey: crypto.randomUUID() }); // else an answer was lost
      const options = { idempotencyKey: sent.idempotencyKey };
      return unlessRefused(shown, async () => (made = (await api.createKey({ body }, options)).data));
    },
  }).closed;
  return made;
}

const purposeChoice = (wish: KeyWish, [purpose, name, note]: (typeof PURPOSES)[number]): TemplateResult =>
  html`<label class="check">
    <input type="radio" name="purpose" .checked=${wish.purpose === purpose} @change=${() => (wish.purpose = purpose)} />
    <span>${name} <small class="muted">${note}</small></span>
  </label>`;

const NO_KEY = html`<p>
  Whatever only sends submissions needs no key: each form has an address that takes them. The form's page shows the snippet for your
  website.
</p>`;

function facts(wish: KeyWish, giver: Giver, periods: number[], details: ApiError['details']): TemplateResult {
  const fault = (member: string, subject: string, id: string) => messageOf(details, member, subject, id);
  return html`<p class="option">
      <label for="key-name">Name</label>
      <input
        id="key-name"
        maxlength="255"
        autocomplete="off"
        placeholder="Sheet of the museum, or Lena"
        aria-invalid=${details['name'] ? 'true' : nothing}
        aria-describedby="key-name-fault"
        .value=${wish.name}
        @input=${(event: Event) => (wish.name = valueOf(event))}
      />
      ${fault('name', 'The name', 'key-name-fault')}
    </p>
    ${wish.purpose === 'choice' ? choice(wish, giver) : nothing} ${fault('scopes', 'What it may do', 'key-scopes-fault')}
    ${fault('rate_limits', 'A number of requests', 'key-limits-fault')} ${formsPart(wish, giver)}
    ${fault('form_ids', 'The forms', 'key-forms-fault')}
    <p class="option">
      <label for="key-days">Ends after</label>
      <select id="key-days" @change=${(event: Event) => (wish.days = Number(valueOf(event)) || null)}>
        ${periods.map((days) => html`<option value=${days} ?selected=${days === wish.days}>${days === 365 ? 'a year' : `${days} days`}</option>`)}
        ${giver.own ? html`<option value="" ?selected=${wish.days === null}>as your own key</option>` : nothing}
      </select>
      ${fault('expires_in', 'The end', 'key-end-fault')}
    </p>`;
}

const choice = (wish: KeyWish, giver: Giver): TemplateResult =>
  html`${scopesPart(wish, giver.rights.scopes)}
    <label class="check">
      <input type="checkbox" .checked=${wish.isReadOnly} @change=${(event: Event) => (wish.isReadOnly = isTicked(event))} />
      <span>Only read <small class="muted">whatever is ticked above, it changes nothing</small></span>
    </label>
    ${limitsPart(wish, giver)}`;
