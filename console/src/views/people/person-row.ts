import { html, nothing, type TemplateResult } from 'lit-html';
import { rowButton } from '../../elements/basics';
import { moment, time } from '../../elements/time';
import { formNames } from '../keys/key-row';
import { rightsInWords } from '../keys/key-words.rules';
import type { Person } from './person.rules';
import { ROLE_WORDS, roleOf } from './roles.rules';

const ENDING = /^(End|Leave)$/;

/** A person in the list. Anybody may give up their own access. */
export function personRow(person: Person, actions: Record<string, () => void>, maker: string | undefined): TemplateResult {
  const { id, name, person: who, status, current, manageable, unmanageable_reason: reason } = person;
  const hasEnded = status === 'revoked' || status === 'expired';
  const isOffered = (word: string) => word === 'Activity' || (!hasEnded && (manageable || (ENDING.test(word) && current)));
  return html`<li class=${hasEnded ? 'key ended' : 'key'} data-key=${id}>
    <p class="title">
      <strong><bdi>${name}</bdi></strong> <span><bdi>${who.address}</bdi></span>
      ${current ? html`<span class="muted">you</span>` : nothing}
    </p>
    <p>${rights(person)}</p>
    <p class="muted">${presence(person)} · ${end(person)} ${maker ? html` · invited by <bdi>${maker}</bdi>` : nothing}</p>
    ${status === 'expiring' ? html`<p class="uncertain">The access ends ${moment(person.expires_at!)}.</p>` : nothing}
    <p class="bar">
      ${Object.entries(actions)
        .filter(([word]) => isOffered(word))
        .map(([word, act]) => rowButton(word, `${word}: ${name}`, act, ENDING.test(word) ? 'danger' : ''))}
      ${hasEnded || manageable ? nothing : html`<span class="muted">Not to be changed from here. ${reason}</span>`}
    </p>
  </li>`;
}

function rights(person: Person): TemplateResult {
  const role = roleOf(person.scopes);
  const words = rightsInWords(person);
  if (role === 'choice' || !person.writes_enabled) return html`${words}${formNames(person)}`;
  return html`${ROLE_WORDS[role][0]}: ${words}${formNames(person)}`;
}

function presence({ person, last_used_at: used, created_at: invited }: Person): TemplateResult {
  if (person.joined_at === null && used === null) return html`invited ${time(invited)}, not here yet`;
  return html`${person.joined_at ? html`joined ${time(person.joined_at)}, ` : nothing}${used ? html`last seen ${time(used)}` : 'not seen yet'}`;
}

function end({ status, expires_at: expiry, revoked_at: revoked }: Person): TemplateResult {
  if (revoked) return html`ended ${time(revoked)}`;
  if (expiry === null) return html`no end`;
  return html`${status === 'expired' ? 'ended' : 'until'} ${time(expiry)}`;
}
