import type { FieldDefinition } from './definition/field.types';
import type { FormEntity } from './form.entity';
import type { Caller } from '../api/auth/caller';

type FormAttributes = Pick<FormEntity, 'name' | 'allowedOrigins' | 'validateFields' | 'notificationsEnabled'>;

export type NewForm = FormAttributes & { fields: FieldDefinition[] };

/** The changed members of a form; an absent member stays unchanged. */
export type FormChanges = Partial<FormAttributes & Pick<FormEntity, 'status'>>;

export interface RotatedToken {
  form: FormEntity;
  /** The service shows the token once and stores only its digest. */
  submissionToken: string;
  /** The end of the replaced token; null when it ended at once. */
  previousValidUntil: Date | null;
}

/** The ETag of a form. Every edit of the form or its fields changes it; submissions do not. */
export const formEtag = ({ id, revision }: Pick<FormEntity, 'id' | 'revision'>): string => `"f-${id}-${revision}"`;

export function changesForm(form: FormEntity, changes: FormChanges): boolean {
  return Object.entries(changes).some(([name, value]) => !isSame(form[name as keyof FormChanges], value));
}

/** The columns that an edit writes. `firstEnabledAt` is set once and never cleared. */
export function formEdit(form: FormEntity, changes: FormChanges, now: Date): Partial<FormEntity> {
  const isFirstEnabling = form.firstEnabledAt === null && changes.status === 'enabled';
  return { ...changes, ...(isFirstEnabling && { firstEnabledAt: now }), ...nextRevision(form, now) };
}

/** The columns that every edit of a form or its fields writes. Each request increments the revision once. */
export const nextRevision = (form: FormEntity, now: Date): Pick<FormEntity, 'revision' | 'updatedAt'> => ({
  revision: form.revision + 1,
  updatedAt: now,
});

const isSame = (left: unknown, right: unknown): boolean =>
  Array.isArray(left) && Array.isArray(right)
    ? left.length === right.length && left.every((entry, index) => entry === right[index])
    : left === right;

/** A condition for TypeORM's query builder. */
type Condition = [sql: string, parameters: { accountId: string; keyId: string }];

/** The condition that the form with this alias is present, of the caller's account, and granted to a key with selected access. */
export function visibleForm({ accountId, keyId, formAccessMode }: Caller, form: string): Condition {
  const owned = isOwned(form, ':accountId');
  return [formAccessMode === 'all' ? owned : `${owned} and ${isGranted(form, ':keyId')}`, { accountId, keyId }];
}

/** The condition that the row with this alias belongs, by its `form_id`, to a form that the caller may see. */
export function ofVisibleForm(caller: Caller, row: string): Condition {
  const [condition, parameters] = visibleForm(caller, 'f');
  return [`exists (select from forms f where f.id = ${row}.form_id and ${condition})`, parameters];
}

/** The same condition on `forms f` in a constant statement. Its first two parameters are those of `visibilityOf`. */
export const IS_VISIBLE = `${isOwned('f', '$1')} and ($2::uuid is null or ${isGranted('f', '$2')})`;

/** The account, and the key if it has selected access. */
export const visibilityOf = ({ accountId, keyId, formAccessMode }: Caller): [accountId: string, keyId: string | null] => [
  accountId,
  formAccessMode === 'all' ? null : keyId,
];

/** The condition that the key `k` may currently read the submissions of the form `f`. */
export const KEY_READS_SUBMISSIONS = `k.account_id = f.account_id and f.deleted_at is null
    and k.revoked_at is null and k.expires_at > now() and 'submissions:read' = any(k.scopes)
    and (k.form_access_mode = 'all' or ${isGranted('f', 'k.id')})`;

function isOwned(form: string, accountId: string): string {
  return `${form}.account_id = ${accountId} and ${form}.deleted_at is null`;
}

function isGranted(form: string, keyId: string): string {
  return `exists (select from api_key_grants g where g.form_id = ${form}.id and g.api_key_id = ${keyId})`;
}
