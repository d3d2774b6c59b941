import { snakeCase } from './text.rules';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

type Written<Value> = Value extends Date ? string : Value;

export type Wire<Row, Member extends keyof Row> = {
  [Name in keyof Pick<Row, Member> as SnakeCase<Name & string>]: Written<Row[Name]>;
};

/**
 * The named members of a row, with their names in answers and with times in ISO 8601. Members are named, so that a new column of the table
 * is not exposed by accident.
 */
export function wireOf<Row extends object, Member extends keyof Row & string>(row: Row, ...members: Member[]): Wire<Row, Member> {
  const written: Record<string, unknown> = {};
  for (const member of members) {
    const value = row[member];
    written[snakeCase(member)] = value instanceof Date ? value.toISOString() : value;
  }
  return written as Wire<Row, Member>;
}
