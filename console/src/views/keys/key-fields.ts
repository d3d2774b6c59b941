import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type KeyView } from 'form-collection-client';
import { knownForms } from '../../forms';
import { isTicked, valueOf } from '../../elements/notices';
import type { Giver } from './ceiling.rules';
import { ABILITIES, FURTHER_ABILITIES } from './key-words.rules';

type Scope = KeyView['scopes'][number];

/** Sends what a dialog has gathered. False when members are refused; the dialog shows their faults then. */
export async function unlessRefused(shown: { details: ApiError['details'] }, send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    shown.details = error.details;
    return false;
  }
}

/** What one ticks; it is replaced with each tick, since a set that is changed in place is not drawn. */
interface Ticked {
  scopes: ReadonlySet<Scope>;
}

const GROUPS: [string, [Scope, string][]][] = [
  ...Object.entries(ABILITIES).map(([what, abilities]): [string, [Scope, string][]] => [what, abilities]),
  ['more', FURTHER_ABILITIES],
];

/** A box for each of these scopes, in groups. */
export function scopesPart(ticked: Ticked, offered: readonly Scope[]): TemplateResult {
  return html`<fieldset class="choices scopes">
    <legend>What it may do</legend>
    ${GROUPS.map(([what, abilities]) => {
      const boxes = abilities.filter(([scope]) => offered.includes(scope));
      return boxes.map(
        ([scope, verb]) =>
          html`<label class="check">
            <input
              type="checkbox"
              .checked=${ticked.scopes.has(scope)}
              @change=${(event: Event) => (ticked.scopes = toggled(ticked.scopes, scope, isTicked(event)))}
            />
            ${what === 'more' ? verb : `${verb} ${what}`}
          </label>`,
      );
    })}
  </fieldset>`;
}

/** All forms, or a choice of those that are known and that the giver sees. */
export function formsPart(wish: { forms: ReadonlySet<string> | null }, { own }: Giver, offered?: readonly string[]): TemplateResult {
  const { forms } = wish;
  const mayHaveAll = own?.form_access_mode !== 'selected' && !offered;
  const radio = (name: string, value: ReadonlySet<string> | null) =>
    html`<label class="check">
      <input type="radio" name="forms" .checked=${(forms === null) === (value === null)} @change=${() => (wish.forms = value)} /> ${name}
    </label>`;
  return html`<fieldset class="choices">
    <legend>Which forms it sees</legend>
    ${mayHaveAll ? html`${radio('All, also those that are made later', null)} ${radio('Only these', new Set())}` : nothing}
    ${
      forms
        ? html`<div class="forms">
            ${knownForms()
              .filter(({ id }) => offered?.includes(id) ?? true)
              .map(
                ({ id, name }) =>
                  html`<label class="check">
                    <input
                      type="checkbox"
                      .checked=${forms.has(id)}
                      @change=${(event: Event) => (wish.forms = toggled(forms, id, isTicked(event)))}
                    />
                    <bdi>${name}</bdi>
                  </label>`,
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

/** Requests a minute, which hardly anybody sets. */
export function limitsPart(wish: { limits: Readonly<Record<string, string>> }, { rights }: Giver): TemplateResult {
  return html`<details>
    <summary>Requests a minute</summary>
    <div class="limits">
      ${LIMITS.map(
        ([member, name]) =>
          html`<p class="option">
            <label for="key-${member}">${name}</label>
            <input
              id="key-${member}"
              inputmode="numeric"
              autocomplete="off"
              placeholder=${rights.rate_limits[member]}
              .value=${wish.limits[member] ?? ''}
              @input=${(event: Event) => (wish.limits = { ...wish.limits, [member]: valueOf(event) })}
            />
          </p>`,
      )}
    </div>
  </details>`;
}

/** What the service refuses in a member, in a sentence. */
export function messageOf(details: ApiError['details'], member: string, subject: string, id: string): TemplateResult | typeof nothing {
  const messages = Object.entries(details).flatMap(([path, reasons]) => (path.startsWith(member) ? (reasons as string[]) : []));
  return messages.length > 0
    ? html`<span class="failed" id=${id} role="alert">${subject} ${[...new Set(messages)].join(', ')}.</span>`
    : nothing;
}

function toggled<Each>(set: ReadonlySet<Each>, each: Each, isIn: boolean): ReadonlySet<Each> {
  const next = new Set(set);
  if (isIn) next.add(each);
  else next.delete(each);
  return next;
}
