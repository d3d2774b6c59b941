import { html, nothing, type TemplateResult } from 'lit-html';
import type { Key } from 'form-collection-client';
import { api } from '../../api';
import { counted } from '../../english.rules';
import { openForm } from '../../elements/dialog';
import { checkBox, labelled } from '../../elements/form/controls';
import { wholeTime } from '../../elements/time';
import { store } from '../../store';
import type { Issued } from './issued';

const OVERLAPS = { 3600: 'an hour', 86_400: 'a day', 604_800: 'a week' };
const NONE_WORKS = 'For a value that somebody else knows: whoever has it is refused at once, and sessions that began with it end.';
const BOTH_WORK = 'Until then both values work: put the new one everywhere, and nothing is interrupted.';

/** Gives a key a new value and resolves with it, or with undefined when this is cancelled. */
export async function rotateKey(key: Key): Promise<Issued | undefined> {
  const overlaps = key.current ? OVERLAPS : { 0: 'not at all', ...OVERLAPS }; // without an overlap the session of this key would end
  const values = store({ seconds: '86400' });
  let [idempotencyKey, issued] = [newIdempotencyKey(), undefined as Issued | undefined];
  await openForm({
    title: `A new value for "${key.name}"?`,
    action: 'Make a new value',
    content: () =>
      html`<p>The key keeps its name, its rights and its end.</p>
        ${labelled({
          ...{ id: 'key-overlap', kind: 'choice', label: 'The present value works for', choices: overlaps, text: values.seconds },
          ...{ hint: values.seconds === '0' ? NONE_WORKS : BOTH_WORK, change: choose },
        })}`,
    submit: async () => {
      const body = { overlap_seconds: Number(values.seconds) };
      const { data } = await api.rotateKey({ path: { key: key.id }, body }, { idempotencyKey });
      issued = { key: data, isRotated: true };
    },
  }).closed;
  return issued;

  /** Another period makes another request. The same request again returns its first answer, in case that was lost. */
  function choose(seconds: string): void {
    values.seconds = seconds;
    idempotencyKey = newIdempotencyKey();
  }
}

const newIdempotencyKey = (): string => crypto.randomUUID();

/** Shows the known use of a key and revokes it after a confirmation. Resolves with true if it was revoked. */
export async function revokeKey(key: Key): Promise<boolean> {
  const descendants = await descendantsBox(key);
  let isDone = false;
  await openForm({
    title: `Revoke "${key.name}"?`,
    action: 'Revoke',
    isDanger: true,
    content: () =>
      html`<p>${key.last_used_at ? html`It was last used ${wholeTime(key.last_used_at)}.` : 'It was never used.'}</p>
        <p>
          Programs that have it are refused from then on, and whoever is signed in with it is signed out. It cannot be undone.
          ${key.current ? html`<strong>You are signed in with this key.</strong>` : nothing}
        </p>
        ${descendants.box()}`,
    submit: async () => {
      await api.revokeKey({ path: { key: key.id }, query: { descendants: descendants.isTicked() } });
      isDone = true;
    },
  }).closed;
  return isDone;
}

/** The keys and people that a key has made, with a check box that ends them as well. */
export async function descendantsBox({ id }: Key): Promise<{ box: () => TemplateResult; isTicked: () => boolean }> {
  const { data: made, meta } = await api.listKeys({ query: { created_by: id, status: 'active', limit: 20 } });
  const values = store({ isTicked: false });
  const box = () =>
    made.length === 0
      ? html`<p class="muted">It has made no other keys.</p>`
      : html`<p>
            It has made ${meta.next_cursor === null ? nothing : 'more than '}${counted(made.length, 'key')}:
            ${made.map(({ name }, index) => html`${index > 0 ? ', ' : nothing}<bdi>${name}</bdi>`)}.
          </p>
          ${checkBox('Revoke these as well, and all that they have made', values.isTicked, (is) => (values.isTicked = is))}`;
  return { box, isTicked: () => values.isTicked };
}
