import type { FieldDefinition } from '../fields/field.types';
import type { FormEntity } from './form.entity';

type Settings = Pick<FormEntity, 'name' | 'allowedOrigins' | 'validateFields' | 'notificationsEnabled'>;

/** What is settled about a form when it is created. */
export type NewForm = Settings & { fields: FieldDefinition[] };

/** What an edit may change; a member that is left out stays as it is. */
export type FormChanges = Partial<Settings & Pick<FormEntity, 'status'>>;

/** The validator of a form: the same text as long as nobody edits the form or its fields. Submissions do not change it. */
export const formEtag = ({ id, revision }: Pick<FormEntity, 'id' | 'revision'>): string => `"f-${id}-${revision}"`;

/** Whether the changes ask for anything that is not so already. */
export function changesForm(form: FormEntity, changes: FormChanges): boolean {
  return Object.entries(changes).some(([name, value]) => !isSame(form[name as keyof FormChanges], value));
}

/** The form after an edit: one revision on, and marked for ever once it has been enabled. */
export function editedForm(form: FormEntity, changes: FormChanges, now: Date): FormEntity {
  const isEnabled = (changes.status ?? form.status) === 'enabled';
  return {
    ...form,
    ...changes,
    firstEnabledAt: form.firstEnabledAt ?? (isEnabled ? now : null),
    ...nextRevision(form, now),
  };
}

/** Each request that changes a form or its fields counts one revision. */
export const nextRevision = (form: FormEntity, now: Date): Pick<FormEntity, 'revision' | 'updatedAt'> => ({
  revision: form.revision + 1,
  updatedAt: now,
});

/** Whether pages or servers may rely on the names and types of the fields by now. This is never taken back. */
export const isContractLocked = (
  form: Pick<FormEntity, 'firstEnabledAt'>,
  stats: { firstSubmissionAt: Date | null },
): boolean => form.firstEnabledAt !== null || stats.firstSubmissionAt !== null;

const isSame = (left: unknown, right: unknown): boolean =>
  Array.isArray(left) && Array.isArray(right)
    ? left.length === right.length && left.every((entry, index) => entry === right[index])
    : left === right;
