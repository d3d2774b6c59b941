import type { Caller } from '../api/auth/caller';

/** A condition for the query builder, with the values of its parameters. */
type Condition = [sql: string, values: { accountId: string; keyId: string }];

/** Holds for a form, in a query under this alias, that the caller may see: one of the account, not deleted, granted if need be. */
export function isVisible({ accountId, keyId, formAccessMode }: Caller, form: string): Condition {
  const isOurs = `${form}.account_id = :accountId and ${form}.deleted_at is null`;
  const isGranted = `exists (select from api_key_forms g where g.form_id = ${form}.id and g.api_key_id = :keyId)`;
  return [formAccessMode === 'all' ? isOurs : `${isOurs} and ${isGranted}`, { accountId, keyId }];
}

/** Holds for what belongs to such a form: a row, in a query under this alias, with a `form_id`. */
export function isOfVisibleForm(caller: Caller, row: string): Condition {
  const [condition, values] = isVisible(caller, 'f');
  return [`exists (select from forms f where f.id = ${row}.form_id and ${condition})`, values];
}
