import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { FieldError } from '../errors/api-error';
import { isJsonObject } from '../../platform/json/json.rules';
import { nameInPath } from '../body/json-text.rules';
import { type MemberRule, membersOf, type NestedDto } from './dto-members.rules';
import { IS_REQUIRED, messageFor } from './messages.rules';

/** A DTO with rules that concern several members. They run after the decorators, even when those have found errors. */
export interface CrossFieldValidated {
  crossFieldErrors(): FieldError[];
}

/** The members of a resource that cannot be changed. A client that sends a resource back as it read it learns which to leave out. */
export type ReadOnlyMembers<Resource, Changes> = Readonly<Record<Exclude<keyof Resource, keyof Changes>, true>>;

/**
 * An instance of a DTO class with the values that a client sent, and every error in them. A member that the class does not declare is an
 * `unknown` error, even one such as `constructor` that every object inherits. An instance with errors must not be used.
 */
export function validateDto<Dto extends object>(
  type: Type<Dto>,
  sent: object,
  unknown = UNKNOWN_PROPERTY,
): { dto: Dto; errors: FieldError[] } {
  const dto = instanceOf(type, sent);
  const failures = validateSync(dto, { stopAtFirstError: true, forbidUnknownValues: true });
  return { dto, errors: errorsIn(dto, sent, failures, unknown) };
}

const UNKNOWN_PROPERTY = 'unknown property';
const IS_READ_ONLY = 'is read-only';

type Members = Record<string, unknown>;

/**
 * Only scalar values go through class-transformer, since it walks through every object: it takes a `constructor` in the input for a class,
 * drops members, and needs milliseconds for large JSON. Objects and lists are assigned as the client sent them.
 */
function instanceOf<Dto extends object>(type: Type<Dto>, sent: object): Dto {
  const members = membersOf(type);
  const scalars: Members = {};
  const containers: Members = {};
  for (const [name, value] of Object.entries(sent)) {
    const member = members.get(name);
    if (!member) continue;
    if (typeof value !== 'object' || value === null) scalars[name] = value;
    else containers[name] = member.nested ? nestedIn(member.nested, value) : value;
  }
  return Object.assign(plainToInstance(type, scalars), containers);
}

/** Replaces an entry that is not an object by null, since class-validator would accept a list in place of an entry. */
function nestedIn({ type, isList }: NestedDto, value: unknown): unknown {
  if (isList) return Array.isArray(value) ? value.map((entry) => (isJsonObject(entry) ? instanceOf(type, entry) : null)) : value;
  return isJsonObject(value) ? instanceOf(type, value) : value;
}

/** The errors in this order: unknown and nested members as they were sent, the members of the class, the rules across members. */
function errorsIn(dto: object, sent: object, failures: readonly ValidationError[], unknown = UNKNOWN_PROPERTY): FieldError[] {
  const type = dto.constructor as Type<object> & { readOnly?: object };
  const members = membersOf(type);
  const failureOf = byProperty(failures);
  return [
    ...Object.entries(sent).flatMap(([name, value]) => {
      const member = members.get(name);
      if (!member && Object.hasOwn(type.readOnly ?? {}, name)) return [{ path: name, message: IS_READ_ONLY }];
      if (!member) return [{ path: nameInPath(name), message: unknown }];
      if (!member.nested) return [];
      const errorsInNested = member.nested.isList ? errorsInEntries : errorsInObject;
      return errorsInNested((dto as Members)[name], value, name, failureOf.get(name));
    }),
    ...failures.flatMap((failure) => brokenRules(failure, sent, members.get(failure.property)?.rules)),
    ...((dto as Partial<CrossFieldValidated>).crossFieldErrors?.() ?? []),
  ];
}

function errorsInObject(nested: unknown, sent: unknown, path: string, failure?: ValidationError): FieldError[] {
  if (!isJsonObject(nested)) return [];
  const errors = errorsIn(nested, sent as object, failure?.children ?? []);
  return errors.map((error) => ({ ...error, path: `${path}.${error.path}` }));
}

/** Reports nothing for the entries of a list that breaks a rule itself, for example because it is too long. */
function errorsInEntries(list: unknown, sent: unknown, path: string, failure?: ValidationError): FieldError[] {
  if (!Array.isArray(list) || failure?.constraints) return [];
  const failureOf = byProperty(failure?.children ?? []);
  return list.flatMap((entry: object | null, index) => {
    if (entry === null) return [{ path: `${path}.${index}`, message: 'must be an object' }];
    const errors = errorsIn(entry, (sent as object[])[index]!, failureOf.get(String(index))?.children ?? []);
    return errors.map((error) => ({ ...error, path: `${path}.${index}.${error.path}` }));
  });
}

const byProperty = (failures: readonly ValidationError[]) => new Map(failures.map((failure) => [failure.property, failure]));

/** The broken rules of a member. A missing member breaks every rule, so its message is only that the member is required. */
function brokenRules({ property, constraints = {} }: ValidationError, sent: object, rules: readonly MemberRule[] = []): FieldError[] {
  return Object.entries(constraints).map(([rule, message]) => ({
    path: property,
    message: Object.hasOwn(sent, property) ? messageFor(rule, rules, message) : IS_REQUIRED,
  }));
}
