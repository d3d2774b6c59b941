import { html, nothing } from 'lit-html';
import type { Key, UpdateKeyBody } from 'form-collection-client';
import { api } from '../../api';
import { openForm } from '../../elements/dialog';
import { bound, checkBox, labelled } from '../../elements/form/controls';
import { store } from '../../store';
import { faultLine, formBoxes, type Grantor, nameInput, scopeBoxes } from './key-fields';

const DAY_MS = 86_400_000;
const ENDS: [days: number, string][] = [
  [1, 'in a day'],
  [7, 'in 7 days'],
  [30, 'in 30 days'],
  [90, 'in 90 days'],
];

/** Renames a key or a person, or removes some of the rights. More rights need a new key or another invitation. */
export async function changeKey(key: Key, tag: string, grantor: Grantor): Promise<void> {
  const values = store<Change>({
    name: key.name,
    scopes: new Set(key.scopes),
    forms: key.form_ids ? new Set(key.form_ids) : null,
    days: '0',
    isReadOnly: !key.writes_enabled,
  });
  const ends = ENDS.filter(([days]) => key.expires_at === null || Date.now() + days * DAY_MS < Date.parse(key.expires_at));
  await openForm({
    title: `Change "${key.name}"`,
    action: 'Save',
    content: (faultsOf) =>
      html`<p class="muted">${key.kind === 'person' ? OF_PERSON : OF_KEY}</p>
        ${nameInput(values, faultsOf('name', 'The name'))} ${scopeBoxes(values, key.scopes)}
        ${faultLine(faultsOf('scopes', 'What it may do'))}
        ${
          key.writes_enabled
            ? checkBox('Only read, from now on', values.isReadOnly, (isReadOnly) => (values.isReadOnly = isReadOnly))
            : nothing
        }
        ${key.form_ids ? formBoxes(values, grantor, key.form_ids) : nothing} ${faultLine(faultsOf('form_ids', 'The forms'))}
        ${labelled({
          ...{ id: 'key-days', kind: 'choice', label: 'Ends', ...bound(values, 'days') },
          choices: Object.fromEntries([[0, 'as now'], ...ends]),
        })}`,
    submit: async () => {
      const body = changesOf(key, values);
      if (Object.keys(body).length > 0) await api.updateKey({ path: { key: key.id }, headers: { 'If-Match': tag }, body });
    },
  }).closed;
}

const OF_KEY = 'Its rights can only become fewer, since somebody may know its value. For more of them make a new key.';
const OF_PERSON =
  'The rights can only become fewer, and all sessions of the person end then. For more of them, end the access and invite anew.';

interface Change {
  name: string;
  scopes: ReadonlySet<Key['scopes'][number]>;
  forms: ReadonlySet<string> | null;
  days: string;
  isReadOnly: boolean;
}

const changesOf = (key: Key, { name, scopes, forms, days, isReadOnly }: Change): UpdateKeyBody => ({
  ...(name.trim() !== key.name && { name: name.trim() }),
  ...(scopes.size < key.scopes.length && { scopes: [...scopes] }),
  ...(forms && forms.size < key.form_ids!.length && { form_ids: [...forms] }),
  ...(days !== '0' && { expires_in: (Number(days) * DAY_MS) / 1000 }),
  ...(isReadOnly && key.writes_enabled && { writes_enabled: false }),
});
