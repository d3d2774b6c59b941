import { html, nothing, type TemplateResult } from 'lit-html';
import type { KeyCapabilities, Key } from 'form-collection-client';
import { bound, checkBox, labelled, radioButton } from '../../elements/form/controls';
import { knownForms } from '../../forms';
import { ABILITIES, FURTHER_ABILITIES } from './key-words.rules';

type Scope = Key['scopes'][number];

/** The grantor: the key of the session, or null for the owner of the account, and the rights of the session. */
export interface Grantor {
  own: Key | null;
  rights: KeyCapabilities;
}

const WORDS: [Scope, string][] = [
  ...Object.entries(ABILITIES).flatMap(([what, abilities]) =>
    abilities.map(([scope, verb]): [Scope, string] => [scope, `${verb} ${what}`]),
  ),
  ...FURTHER_ABILITIES,
];

export const scopeBoxes = (values: { scopes: ReadonlySet<Scope> }, offered: readonly Scope[]): TemplateResult =>
  html`<fieldset class="choices scopes">
    <legend>What it may do</legend>
    ${WORDS.filter(([scope]) => offered.includes(scope)).map(([scope, words]) =>
      checkBox(words, values.scopes.has(scope), (isIn) => (values.scopes = toggled(values.scopes, scope, isIn))),
    )}
  </fieldset>`;

/** The choice of all forms or some of those that are known and that the grantor sees. */
export function formBoxes(values: { forms: ReadonlySet<string> | null }, { own }: Grantor, offered?: readonly string[]): TemplateResult {
  const { forms } = values;
  const mayHaveAll = own?.form_access_mode !== 'selected' && !offered;
  return html`<fieldset class="choices">
    <legend>Which forms it sees</legend>
    ${
      mayHaveAll
        ? html`${radioButton('forms', 'All, also those that are made later', !forms, () => (values.forms = null))}
          ${radioButton('forms', 'Only these', forms !== null, () => (values.forms = new Set()))}`
        : nothing
    }
    ${
      forms
        ? html`<div class="forms">
            ${knownForms()
              .filter(({ id }) => offered?.includes(id) ?? true)
              .map(({ id, name }) =>
                checkBox(html`<bdi>${name}</bdi>`, forms.has(id), (isIn) => (values.forms = toggled(forms, id, isIn))),
              )}
          </div>`
        : nothing
    }
  </fieldset>`;
}

const LIMITS = [
  ['read_per_minute', 'Reading'],
  ['write_per_minute', 'Changing'],
  ['destructive_per_minute', 'Deleting'],
] as const;

/** The inputs for limits a minute, which are collapsed, since hardly anybody sets them. */
export function limitInputs(values: { limits: Readonly<Record<string, string>> }, { rights }: Grantor): TemplateResult {
  return html`<details>
    <summary>Requests a minute</summary>
    <div class="limits">
      ${LIMITS.map(([member, label]) =>
        labelled({
          ...{ id: `key-${member}`, kind: 'number', label, text: values.limits[member] ?? '' },
          placeholder: String(rights.rate_limits[member]),
          change: (text) => (values.limits = { ...values.limits, [member]: text }),
        }),
      )}
    </div>
  </details>`;
}

export const faultLine = (faults: readonly string[]): TemplateResult | typeof nothing =>
  faults.length > 0 ? html`<p class="failed" role="alert">${faults.join(' ')}</p>` : nothing;

export const nameInput = (values: { name: string }, faults: readonly string[], placeholder = ''): TemplateResult =>
  labelled({ id: 'key-name', label: 'Name', maxLength: 255, placeholder, faults, ...bound(values, 'name') });

/** Returns a new set, since a change inside of a set causes no drawing. */
function toggled<Each>(set: ReadonlySet<Each>, each: Each, isIn: boolean): ReadonlySet<Each> {
  const next = new Set(set);
  if (isIn) next.add(each);
  else next.delete(each);
  return next;
}
