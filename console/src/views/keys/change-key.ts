import { html, nothing } from 'lit-html';
import type { ApiError, KeyView, UpdateKeyBody } from 'form-collection-client';
import { api } from '../../api';
import { openForm } from '../../elements/dialog';
import { isTicked, valueOf } from '../../elements/notices';
import { store } from '../../store';
import type { Giver } from './ceiling.rules';
import { formsPart, messageOf, scopesPart, unlessRefused } from './key-fields';

const DAY_MS = 86_400_000;
const ENDS: [number, string][] = [
  [1, 'in a day'],
  [7, 'in 7 days'],
  [30, 'in 30 days'],
  [90, 'in 90 days'],
];

/** Renames a key, or takes some of its rights: somebody else may know its value, so that more rights are a new key. */
export async function changeKey(key: KeyView, tag: string, giver: Giver): Promise<void> {
  const wish = store<Wish>({
    name: key.name,
    scopes: new Set(key.scopes),
    forms: key.form_ids ? new Set(key.form_ids) : null,
    days: 0,
    isReadOnly: !key.writes_enabled,
  });
  const shown = store<{ details: ApiError['details'] }>({ details: {} });
  const ends = ENDS.filter(([days]) => Date.now() + days * DAY_MS < Date.parse(key.expires_at));
  await openForm({
    title: `Change "${key.name}"`,
    action: 'Save',
    content: () =>
      html`<p class="muted">Its rights can only become fewer, since somebody may know its value. For more of them make a new key.</p>
        <p class="option">
          <label for="key-name">Name</label>
          <input
            id="key-name"
            maxlength="255"
            autocomplete="off"
            aria-invalid=${shown.details['name'] ? 'true' : nothing}
            .value=${wish.name}
            @input=${(event: Event) => (wish.name = valueOf(event))}
          />
          ${messageOf(shown.details, 'name', 'The name', 'key-name-fault')}
        </p>
        ${scopesPart(wish, key.scopes)} ${messageOf(shown.details, 'scopes', 'What it may do', 'key-scopes-fault')}
        ${
          key.writes_enabled
            ? html`<label class="check">
                <input type="checkbox" .checked=${wish.isReadOnly} @change=${(event: Event) => (wish.isReadOnly = isTicked(event))} />
                Only read, from now on
              </label>`
            : nothing
        }
        ${key.form_ids ? formsPart(wish, giver, key.form_ids) : nothing}
        ${messageOf(shown.details, 'form_ids', 'The forms', 'key-forms-fault')}
        <p class="option">
          <label for="key-days">Ends</label>
          <select id="key-days" @change=${(event: Event) => (wish.days = Number(valueOf(event)))}>
            <option value="0">as now</option>
            ${ends.map(([days, words]) => html`<option value=${days}>${words}</option>`)}
          </select>
        </p>`,
    submit: () =>
      unlessRefused(shown, async () => {
        const body = changesOf(key, wish);
        if (Object.keys(body).length > 0) await api.updateKey({ path: { key: key.id }, headers: { 'If-Match': tag }, body });
      }),
  }).closed;
}

interface Wish {
  name: string;
  scopes: ReadonlySet<KeyView['scopes'][number]>;
  forms: ReadonlySet<string> | null;
  days: number;
  isReadOnly: boolean;
}

/** Only what is another than before. */
const changesOf = (key: KeyView, { name, scopes, forms, days, isReadOnly }: Wish): UpdateKeyBody => ({
  ...(name.trim() !== key.name && { name: name.trim() }),
  ...(scopes.size < key.scopes.length && { scopes: [...scopes] }),
  ...(forms && forms.size < key.form_ids!.length && { form_ids: [...forms] }),
  ...(days > 0 && { expires_in: (days * DAY_MS) / 1000 }),
  ...(isReadOnly && key.writes_enabled && { writes_enabled: false }),
});
