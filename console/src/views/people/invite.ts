import { html, nothing, type TemplateResult } from 'lit-html';
import type { CreateKeyResult } from 'form-collection-client';
import { api } from '../../api';
import { type FaultsOf, openForm } from '../../elements/dialog';
import { bound, labelled, radioButton } from '../../elements/form/controls';
import { store } from '../../store';
import { faultLine, formBoxes, type Grantor, scopeBoxes } from '../keys/key-fields';
import { bodyOf, endsOf, faultsIn, type Invitation, type Person } from './person.rules';
import { ROLE_WORDS, rolesWithin } from './roles.rules';

/** Somebody who was invited, and if a mail is on its way to them. */
export interface Invited {
  person: Person;
  isMailed: boolean;
}

/** Invites a person in a dialog. Resolves with undefined when it is cancelled. */
export async function invite(grantor: Grantor): Promise<Invited | undefined> {
  const roles = rolesWithin(grantor.rights.scopes);
  const ends = endsOf(grantor, Date.now());
  const values = store<Invitation>({
    ...{ address: '', name: '', scopes: new Set(), end: Object.keys(ends)[0]! },
    role: roles.find((role) => role !== 'owner') ?? 'choice',
    forms: grantor.own?.form_access_mode === 'selected' ? new Set() : null,
  });
  const sent = { text: '', idempotencyKey: '' };
  let invited: Invited | undefined;
  await openForm({
    title: 'Invite somebody',
    action: 'Invite',
    content: (faultsOf) =>
      html`${person(values, faultsOf)}
        <fieldset class="choices">
          <legend>Role</legend>
          ${[...roles, 'choice' as const].map((role) =>
            radioButton(
              'role',
              html`${ROLE_WORDS[role][0]} <small class="muted">${ROLE_WORDS[role][1]}</small>`,
              values.role === role,
              () => (values.role = role),
            ),
          )}
        </fieldset>
        ${values.role === 'choice' ? scopeBoxes(values, grantor.rights.scopes) : nothing}
        ${faultLine(faultsOf('scopes', 'What they may do'))} ${formBoxes(values, grantor)} ${faultLine(faultsOf('form_ids', 'The forms'))}
        ${labelled({
          ...{ id: 'person-end', kind: 'choice', label: 'The access ends', choices: ends, ...bound(values, 'end') },
          faults: faultsOf('expires_in', 'The end'),
        })}`,
    submit: async () => {
      const faults = faultsIn(values);
      if (Object.keys(faults).length > 0) return faults;
      const body = bodyOf(values, grantor.rights.scopes);
      const text = JSON.stringify(body);
      if (text !== sent.text) Object.assign(sent, { text, idempotencyKey: crypto.randomUUID() }); // else the lost request is repeated
      const { data }: CreateKeyResult = await api.createKey({ body }, { idempotencyKey: sent.idempotencyKey });
      invited = { person: data as Person, isMailed: data.invitation === 'sent_to_mailbox' };
      return true;
    },
  }).closed;
  return invited;
}

const person = (values: Invitation, faultsOf: FaultsOf): TemplateResult =>
  html`${labelled({
    ...{ id: 'person-address', label: 'E-mail address', maxLength: 254, ...bound(values, 'address') },
    faults: faultsOf('person.address', 'The address'),
  })}
  ${labelled({
    ...{ id: 'person-name', label: 'Name', maxLength: 255, ...bound(values, 'name') },
    faults: faultsOf('person.name', 'The name'),
  })}`;
