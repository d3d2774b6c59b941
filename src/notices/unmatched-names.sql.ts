/** The day of UTC, by which refusals and mismatches are counted. */
export const TODAY = `(now() at time zone 'utc')::date`;

/** The condition that the settings of the form `o` do not ignore a name. */
export const isToldOf = (name: string) => `not coalesce(o.settings #> '{intake,ignored_names}' ? ${name}, false)`;

/** The condition that no field of the form `o` has a name, and that its settings do not ignore it. */
export const isUnmatched = (name: string) => `
  ${isToldOf(name)} and not exists (select from fields f where f.form_id = o.id and f.name = ${name} and f.deleted_at is null)`;
