import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type MetadataStorage, ValidationTypes } from 'class-validator';
import { getOrInsert } from '../../platform/maps.rules';

export type MemberRule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

export interface DtoMember {
  rules: readonly MemberRule[];
  nested?: NestedDto;
}

export interface NestedDto {
  type: Type<object>;
  isList: boolean;
}

/** The members of a DTO class by name, including inherited ones: those with a decorator of class-validator. */
export const membersOf = (type: Type<object>): ReadonlyMap<string, DtoMember> => getOrInsert(MEMBERS, type, readMembers);

const MEMBERS = new WeakMap<Type<object>, ReadonlyMap<string, DtoMember>>();

function readMembers(type: Type<object>): ReadonlyMap<string, DtoMember> {
  const storage = getMetadataStorage();
  const rulesByName = storage.groupByPropertyName(storage.getTargetValidationMetadatas(type, '', false, false));
  return new Map(Object.entries(rulesByName).map(([name, rules]) => [name, memberOf(type, name, rules)]));
}

function memberOf(type: Type<object>, name: string, rules: readonly MemberRule[]): DtoMember {
  const nesting = rules.find((rule) => rule.type === ValidationTypes.NESTED_VALIDATION);
  if (!nesting) return { rules };
  const container = nesting.each ? 'isArray' : 'isObject';
  if (!rules.some((rule) => rule.name === container)) {
    throw new Error(`${type.name}.${name} needs @IsObject, or @IsArray with { each: true }, beside @ValidateNested.`);
  }
  return { rules, nested: { type: nestedTypeOf(type, name), isList: nesting.each } };
}

/** Reads the class of `@Type`, whose metadata are private to class-transformer, from the instance of an empty entry. */
function nestedTypeOf(type: Type<object>, name: string): Type<object> {
  const probe = plainToInstance(type, { [name]: [{}] }) as Record<string, [object]>;
  return probe[name]![0].constructor as Type<object>;
}
