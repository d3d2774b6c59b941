import type { Type } from '@nestjs/common';
import { isJsonObject } from '../../platform/json/json.rules';
import { oneOf } from '../../platform/text/text-parsers.rules';
import { makeStorable, nameInPath, textError } from '../body/json-text.rules';
import { type FieldError, withFurther } from '../errors/api-error';
import { membersOf } from './dto-members.rules';
import { validateDto } from './validate-dto.rules';

/** The query and the body as instances of their DTO classes. They must not be used when there are errors. */
export interface CheckedInput {
  query: unknown;
  body: unknown;
  errors: FieldError[];
}

/** Checks the input of a request against its operation. docs/adr/0011 explains why this is not Nest's `ValidationPipe`. */
export function checkInput(
  declared: { query?: Type<object>; body?: { type: Type<object> } },
  sent: { query: Readonly<Record<string, unknown>>; body: unknown },
): CheckedInput {
  const query = checkQuery(declared.query, sent.query);
  const body = checkBody(declared.body?.type, sent.body);
  return { query: query.dto, body: body.dto, errors: [...query.errors, ...body.errors] };
}

interface Checked {
  dto: unknown;
  errors: FieldError[];
}

function checkQuery(type: Type<object> | undefined, query: Readonly<Record<string, unknown>>): Checked {
  const unknown = unknownParameter(type);
  if (!type) return { dto: query, errors: unknownNames(Object.keys(query), unknown) };
  const members = membersOf(type);
  const isRepeated = (name: string) => Array.isArray(query[name]) && (members.has(name) || familyOf(name, members) !== undefined);
  const repeated = new Set(Object.keys(query).filter(isRepeated));
  const once = Object.entries(query).filter(([name]) => !repeated.has(name));
  const { dto, errors } = validateDto(type, inFamilies(once, members), unknown);
  return { dto, errors: [...errors, ...[...repeated].map((path) => ({ path, message: 'must be sent only once' }))] };
}

type Members = ReturnType<typeof membersOf>;

/** The member for all parameters with the same beginning: `column.{field}` for `column.email`, unless `column.email` is a member itself. */
const familyOf = (name: string, members: Members): string | undefined =>
  members.has(name) ? undefined : [...members.keys()].find((member) => /\{\w+\}$/.test(member) && name.startsWith(prefixOf(member)));

const prefixOf = (family: string): string => family.slice(0, family.lastIndexOf('{'));

/** Collects the parameters of a family in one member, by the ends of their names. */
function inFamilies(entries: [string, unknown][], members: Members): Record<string, unknown> {
  const sent = Object.create(null) as Record<string, unknown>; // `__proto__` is an ordinary name in an object without prototype
  const families = new Map<string, [string, unknown][]>();
  for (const [name, value] of entries) {
    const family = familyOf(name, members);
    if (family === undefined) sent[name] = value;
    else
      families
        .set(family, families.get(family) ?? [])
        .get(family)!
        .push([name.slice(prefixOf(family).length), value]);
  }
  for (const [family, ofFamily] of families) sent[family] = Object.fromEntries(ofFamily);
  return sent;
}

function checkBody(type: Type<object> | undefined, body: unknown): Checked {
  if (body === undefined) return { dto: undefined, errors: [] };
  if (!type) return { dto: undefined, errors: undeclaredBodyErrors(body) };
  const unstorable = makeStorable(body);
  if (!isJsonObject(body)) return { dto: undefined, errors: unstorable };
  const { dto, errors } = validateDto(type, body);
  return { dto, errors: withFurther(unstorable, errors.filter(isAtStorablePath)) };
}

/** The error of a member whose name cannot be stored belongs to the object that contains it. */
const isAtStorablePath = ({ path }: FieldError): boolean => textError(path) === null;

const undeclaredBodyErrors = (body: unknown): FieldError[] =>
  isJsonObject(body)
    ? unknownNames(Object.keys(body), 'unknown property')
    : [{ path: 'body', message: 'must be empty or an empty object' }];

/** The message lists the known parameters, since most unknown parameters are misspelt ones. */
const unknownParameter = (type: Type<object> | undefined): string =>
  `unknown query parameter: ${type ? `must be ${oneOf([...membersOf(type).keys()].sort()).expected}` : 'there are none here'}`;

const unknownNames = (names: string[], message: string): FieldError[] => names.map((name) => ({ path: nameInPath(name), message }));
