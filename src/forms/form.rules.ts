import type { FieldDefinition } from './definition/field.types';
import type { FormEntity } from './form.entity';

type FormAttributes = Pick<FormEntity, 'name' | 'allowedOrigins' | 'validateFields' | 'notificationsEnabled'>;

/** The settings and fields of a form that is being created. */
export type NewForm = FormAttributes & { fields: FieldDefinition[] };

/** The changes that a client may ask for; a member that is left out stays as it is. */
export type FormChanges = Partial<FormAttributes & Pick<FormEntity, 'status'>>;

/** A form whose submission token was rotated. */
export interface RotatedToken {
  form: FormEntity;
  /** Shown once; only its digest is stored. */
  submissionToken: string;
  /** The end of the token that was replaced; null when it ended at once. */
  previousValidUntil: Date | null;
}

/** The ETag of a form. Every edit of the form or its fields changes it; submissions do not. */
export const formEtag = ({ id, revision }: Pick<FormEntity, 'id' | 'revision'>): string => `"f-${id}-${revision}"`;

/** True if the changes differ from the form. */
export function changesForm(form: FormEntity, changes: FormChanges): boolean {
  return Object.entries(changes).some(([name, value]) => !isSame(form[name as keyof FormChanges], value));
}

/** The columns that an edit writes. The first enabling is remembered for good. */
export function formEdit(form: FormEntity, changes: FormChanges, now: Date): Partial<FormEntity> {
  const isFirstEnabling = form.firstEnabledAt === null && changes.status === 'enabled';
  return { ...changes, ...(isFirstEnabling && { firstEnabledAt: now }), ...nextRevision(form, now) };
}

/** The columns that every edit of a form or its fields writes. A request counts as one revision. */
export const nextRevision = (form: FormEntity, now: Date): Pick<FormEntity, 'revision' | 'updatedAt'> => ({
  revision: form.revision + 1,
  updatedAt: now,
});

const isSame = (left: unknown, right: unknown): boolean =>
  Array.isArray(left) && Array.isArray(right)
    ? left.length === right.length && left.every((entry, index) => entry === right[index])
    : left === right;
