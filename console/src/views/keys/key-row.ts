import { html, nothing, type TemplateResult } from 'lit-html';
import type { Key } from 'form-collection-client';
import { counted } from '../../english.rules';
import { knownForms } from '../../forms';
import { moment, time } from '../../elements/time';
import { rightsInWords } from './key-words.rules';
import { rowButton } from '../../elements/basics';

const DAY_MS = 86_400_000;
const MOST_NAMES = 3;

export type KeyActions = Record<string, () => void>;

/** A key in the list. Any session may revoke its own key. */
export function keyRow(key: Key, actions: KeyActions, maker: string | undefined): TemplateResult {
  const hasEnded = key.status === 'revoked' || key.status === 'expired';
  return html`<li class=${hasEnded ? 'key ended' : 'key'} data-key=${key.id}>
    <p class="title">
      <strong><bdi>${key.name}</bdi></strong>
      <code>${key.prefix}…</code> ${key.current ? html`<span class="muted">this session</span>` : nothing}
    </p>
    <p>${rightsInWords(key)}${formNames(key)}</p>
    <p class="muted">
      ${key.last_used_at ? html`used ${time(key.last_used_at)}` : 'never used'} · ${end(key)}
      ${maker ? html` · made by <bdi>${maker}</bdi>` : nothing}
    </p>
    ${hasEnded ? nothing : warnings(key)}
    <p class="bar">
      ${Object.entries(actions)
        .filter(([word]) => word === 'Activity' || (!hasEnded && (key.manageable || (word === 'Revoke' && key.current))))
        .map(([word, act]) => rowButton(word, `${word}: ${key.name}`, act, word === 'Revoke' ? 'danger' : ''))}
      ${hasEnded || key.manageable ? nothing : html`<span class="muted">Not to be changed from here. ${key.unmanageable_reason}</span>`}
    </p>
  </li>`;
}

/** The names of the forms that a key sees, where they are few. */
export function formNames({ form_ids: ids = [], further_form_count: further }: Key): TemplateResult | typeof nothing {
  const names = knownForms().filter(({ id }) => ids.includes(id));
  if (further || names.length === 0 || names.length > MOST_NAMES) return nothing;
  return html`: ${names.map(({ name }, index) => html`${index > 0 ? ', ' : nothing}<bdi>${name}</bdi>`)}`;
}

function end({ status, expires_at: expiry, revoked_at: revoked }: Key): TemplateResult {
  if (revoked) return html`revoked ${time(revoked)}`;
  return html`${status === 'expired' ? 'ended' : 'until'} ${time(expiry!)}`;
}

const PLACES: Record<string, string> = {
  submit_header: 'in a header of a submission to',
  submit_query: 'in the address of a submission to',
  workflow_header: 'in the workflow of',
};

const formName = (id: string) => html`<bdi>${knownForms().find((form) => form.id === id)?.name ?? 'a form'}</bdi>`;

function warnings({ status, expires_at: expiry, secrets = [] }: Key): TemplateResult {
  const days = Math.ceil((Date.parse(expiry!) - Date.now()) / DAY_MS);
  const earlier = secrets.slice(1);
  return html`${secrets.map(({ prefix, exposed_at: exposedAt, exposed_in: place, exposed_form_id: form }) =>
    exposedAt
      ? html`<p class="failed">
          The value <code>${prefix}…</code> was seen ${moment(exposedAt)} ${PLACES[place ?? ''] ?? 'where it does not belong'}
          ${form ? formName(form) : nothing}. Others may know it: <em>Rotate</em> it, and look at its activity.
        </p>`
      : nothing,
  )}
  ${status === 'expiring' ? html`<p class="uncertain">Ends ${days <= 1 ? 'within a day' : `in ${counted(days, 'day')}`}. Make another key before.</p>` : nothing}
  ${earlier.map(
    ({ prefix, expires_at: ending }) =>
      html`<p class="muted">The value <code>${prefix}…</code> from before works ${ending ? html`until ${time(ending)}` : nothing}.</p>`,
  )}`;
}
