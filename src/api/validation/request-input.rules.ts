import type { Type } from '@nestjs/common';
import { isJsonObject } from '../../platform/json/json-object.rules';
import { nameInPath, textFaults, withoutNegativeZero } from '../body/json-text.rules';
import type { FieldError } from '../errors/field-error.types';
import { membersOf } from './dto-members.rules';
import { validateDto } from './validate-dto.rules';

/** The input of a client as an instance of its DTO class, and every error in it. With errors the instance is not to be used. */
export interface CheckedInput {
  dto: unknown;
  errors: FieldError[];
}

/** Checks a query against its DTO class; without a class every parameter is an error. */
export function checkQuery(type: Type<object> | undefined, query: Readonly<Record<string, unknown>>): CheckedInput {
  if (!type) return { dto: query, errors: unknownNames(Object.keys(query), UNKNOWN_PARAMETER) };
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]) && membersOf(type).has(name));
  const once = Object.entries(query).filter(([name]) => !repeated.includes(name));
  const { dto, errors } = validateDto(type, Object.fromEntries(once), UNKNOWN_PARAMETER);
  return { dto, errors: [...errors, ...repeated.map((path) => ({ path, message: 'must be sent only once' }))] };
}

/** Checks a parsed body against its DTO class; without a class it has to be absent or empty. */
export function checkBody(type: Type<object> | undefined, body: unknown): CheckedInput {
  if (body === undefined) return { dto: undefined, errors: [] };
  if (!type) return { dto: undefined, errors: undeclaredBodyErrors(body) };
  const faults = textFaults(body);
  return faults.length > 0
    ? { dto: undefined, errors: faults }
    : validateDto(type, withoutNegativeZero(body) as object);
}

const undeclaredBodyErrors = (body: unknown): FieldError[] =>
  isJsonObject(body)
    ? unknownNames(Object.keys(body), 'unknown property')
    : [{ path: 'body', message: 'must be empty or an empty object' }];

const UNKNOWN_PARAMETER = 'unknown query parameter';

const unknownNames = (names: string[], message: string): FieldError[] =>
  names.map((name) => ({ path: nameInPath(name), message }));
