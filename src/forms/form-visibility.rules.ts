import type { Caller } from '../api/auth/caller';

/** A condition for TypeORM's query builder, with its parameters. */
type Condition = [sql: string, parameters: { accountId: string; keyId: string }];

/** The form with this alias belongs to the caller's account, is not deleted, and is granted to the key if the key sees selected forms only. */
export function visibleForm({ accountId, keyId, formAccessMode }: Caller, form: string): Condition {
  const isOwned = `${form}.account_id = :accountId and ${form}.deleted_at is null`;
  const isGranted = `exists (select from api_key_forms g where g.form_id = ${form}.id and g.api_key_id = :keyId)`;
  return [formAccessMode === 'all' ? isOwned : `${isOwned} and ${isGranted}`, { accountId, keyId }];
}

/** The row with this alias has the `form_id` of such a form. */
export function ofVisibleForm(caller: Caller, row: string): Condition {
  const [condition, parameters] = visibleForm(caller, 'f');
  return [`exists (select from forms f where f.id = ${row}.form_id and ${condition})`, parameters];
}
