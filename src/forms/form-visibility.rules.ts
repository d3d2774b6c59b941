import type { Caller } from '../api/auth/caller';

/** A condition for TypeORM's query builder, with its parameters. */
type Condition = [sql: string, parameters: { accountId: string; keyId: string }];

/**
 * The form with this alias belongs to the caller's account, is not deleted, and is granted to the key if the key sees selected forms only.
 */
export function visibleForm({ accountId, keyId, formAccessMode }: Caller, form: string): Condition {
  const owned = isOwned(form, ':accountId');
  return [formAccessMode === 'all' ? owned : `${owned} and ${isGranted(form, ':keyId')}`, { accountId, keyId }];
}

/** A condition on the row with this alias: its `form_id` is of a form that the caller may see. */
export function ofVisibleForm(caller: Caller, row: string): Condition {
  const [condition, parameters] = visibleForm(caller, 'f');
  return [`exists (select from forms f where f.id = ${row}.form_id and ${condition})`, parameters];
}

/** The same condition on the form `f` in a constant statement, whose first two parameters are those of `visibilityOf`. */
export const IS_VISIBLE = `${isOwned('f', '$1')} and ($2::uuid is null or ${isGranted('f', '$2')})`;

/** The account, and the key if it sees selected forms only. */
export const visibilityOf = ({ accountId, keyId, formAccessMode }: Caller): [accountId: string, keyId: string | null] => [
  accountId,
  formAccessMode === 'all' ? null : keyId,
];

function isOwned(form: string, accountId: string): string {
  return `${form}.account_id = ${accountId} and ${form}.deleted_at is null`;
}

function isGranted(form: string, keyId: string): string {
  return `exists (select from api_key_forms g where g.form_id = ${form}.id and g.api_key_id = ${keyId})`;
}
