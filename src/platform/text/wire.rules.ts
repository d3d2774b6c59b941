import { snakeCase } from './text.rules';

/** The name of a member in answers: `createdAt` is `created_at`. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

type Written<Value> = Value extends Date ? string : Value;

export type Wire<Row, Member extends keyof Row> = {
  [Name in keyof Pick<Row, Member> as SnakeCase<Name & string>]: Written<Row[Name]>;
};

/**
 * Members of a row under the names that they have in answers, with times in ISO 8601. They are named one by one, so that a further column
 * of the table is not shown before a view asks for it.
 */
export function wireOf<Row extends object, Member extends keyof Row & string>(row: Row, ...members: Member[]): Wire<Row, Member> {
  const written: Record<string, unknown> = {};
  for (const member of members) {
    const value = row[member];
    written[snakeCase(member)] = value instanceof Date ? value.toISOString() : value;
  }
  return written as Wire<Row, Member>;
}
