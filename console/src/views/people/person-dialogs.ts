import { html, nothing, type TemplateResult } from 'lit-html';
import { api } from '../../api';
import { copyable } from '../../elements/basics';
import { openForm } from '../../elements/dialog';
import { bound, labelled } from '../../elements/form/controls';
import { wholeTime } from '../../elements/time';
import { store } from '../../store';
import { descendantsBox } from '../keys/key-dialogs';
import { shownOnce } from '../keys/issued';
import type { Person } from './person.rules';

const LIFES = { 3600: 'an hour', 86_400: 'a day', 259_200: 'three days' };

/** A sign-in link of a person. It is shown once, and only the memory of the page has it until then. */
export interface SignInLink {
  person: Person;
  url: string;
  expiresAt: string;
}

/** Makes a link that its owner hands over by another way than the mail. */
export async function linkFor(person: Person): Promise<SignInLink | undefined> {
  const values = store({ seconds: '86400' });
  let link: SignInLink | undefined;
  await openForm({
    title: `A link for "${person.name}"`,
    action: 'Make the link',
    content: () =>
      html`<p>Whoever opens it first is signed in as ${person.name}, for twelve hours at most. It opens once; an earlier link ends.</p>
        ${labelled({ id: 'link-life', kind: 'choice', label: 'It opens for', choices: LIFES, ...bound(values, 'seconds') })}`,
    submit: async () => {
      link = await newLink(person, Number(values.seconds));
    },
  }).closed;
  return link;
}

export async function newLink(person: Person, seconds = 86_400): Promise<SignInLink> {
  const { data } = await api.createSignInLink({ path: { key: person.id }, body: { expires_in: seconds } });
  return { person, url: data.url, expiresAt: data.expires_at };
}

export const linkSheet = ({ person, url, expiresAt }: SignInLink, done: () => void): TemplateResult =>
  shownOnce(
    html`A link for <bdi>${person.name}</bdi>`,
    html`<p>It is shown only now. Send it so that nobody else reads it: whoever opens it first is signed in as this person.</p>
      ${copyable(url, 'link')}
      <p class="muted">It opens once, until ${wholeTime(expiresAt)}. A newer link ends this one, and so does the end of the access.</p>`,
    done,
  );

/** Ends the access of a person after a question. Resolves with true if it was ended. */
export async function endAccess(person: Person): Promise<boolean> {
  const descendants = await descendantsBox(person);
  let isDone = false;
  await openForm({
    title: person.current ? 'Give up your access?' : `End the access of "${person.name}"?`,
    action: person.current ? 'Give it up' : 'End it',
    isDanger: true,
    content: () =>
      html`<p>${person.last_used_at ? html`Last seen ${wholeTime(person.last_used_at)}.` : 'This person was never here.'}</p>
        <p>
          All sessions, links and passkeys for this account end within seconds. What was done stays, with the name. Who comes back is
          invited anew. ${person.current ? html`<strong>This is you.</strong>` : nothing}
        </p>
        ${descendants.box()}`,
    submit: async () => {
      await api.revokeKey({ path: { key: person.id }, query: { descendants: descendants.isTicked() } });
      isDone = true;
    },
  }).closed;
  return isDone;
}
