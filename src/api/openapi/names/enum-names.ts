import type { OpenAPIObject, OperationObject, SchemaObject } from '@nestjs/swagger';
import { schemaNameOf, SCHEMAS } from './schema-names.rules';

/**
 * Makes components of the lists of values, so that generated clients have one type for each, such as `RunStatus`. A list is called after
 * the shortest schema and member that have it. Where null is a value as well, it is an alternative beside the list.
 */
export function nameEnums(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, SchemaObject>;
  const places = Object.entries(schemas).flatMap(([name, schema]) => placesIn(name, schema));
  const names = namesOf(places, new Set(Object.keys(schemas).map(schemaNameOf)));
  for (const { holder } of places) refer(holder, names);
  for (const parameter of parametersOf(document)) refer(parameter, names);
  for (const [key, name] of names) {
    const { member } = places.find((place) => place.key === key && place.name === name)!;
    schemas[name] = { type: 'string', description: `A value of \`${member}\`.`, enum: JSON.parse(key) as string[] };
  }
}

interface Place {
  holder: SchemaObject;
  key: string;
  member: string;
  /** The name that the list has by this place. */
  name: string;
}

const placesIn = (className: string, { properties = {} }: SchemaObject): Place[] =>
  Object.entries(properties as Record<string, SchemaObject>).flatMap(([member, property]) => {
    const holder = property.items && 'enum' in property.items ? property.items : property;
    const key = keyOf(holder);
    return key === null ? [] : [{ holder, key, member, name: nameAt(className, member) }];
  });

/** The texts of a list of two or more, which tell it from others; null for anything else. */
function keyOf({ enum: values }: SchemaObject): string | null {
  const texts = (values ?? []).filter((value) => value !== null) as unknown[];
  return texts.length > 1 && texts.every((value) => typeof value === 'string') ? JSON.stringify(texts) : null;
}

function nameAt(className: string, member: string): string {
  const owner = schemaNameOf(className).replace(/Input$/, '');
  const words = member.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const name = words.startsWith(owner) ? words : owner + words;
  return CLEARER[name] ?? name;
}

/** Names of lists that several members have. */
const CLEARER: Partial<Record<string, string>> = {
  ExportLinkOrder: 'ExportOrder',
  ExportLinkHeader: 'ExportHeader',
  IntakeSettingsOnDuplicate: 'DuplicateRule',
  KeyFormAccessMode: 'FormAccessMode',
  PageSettingsFrame: 'PageFrame',
  PageSettingsLanguage: 'PageLanguage',
  PresetValue: 'ValidationPreset',
  SpamSettingsLinks: 'SpamLevel',
  SubmissionFilterReadStatus: 'ReadStatus',
  WorkflowNodeType: 'NodeType',
};

/** The name of each list: the shortest that is free, and of equally short ones the first in the alphabet. */
function namesOf(places: Place[], taken: Set<string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const { key, name } of [...places].sort((a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1))) {
    if (names.has(key) || taken.has(name)) continue;
    names.set(key, name);
    taken.add(name);
  }
  return names;
}

function refer(holder: SchemaObject, names: ReadonlyMap<string, string>): void {
  const name = names.get(keyOf(holder) ?? '');
  if (name === undefined) return;
  const reference = { $ref: SCHEMAS + name };
  const mayBeNull = holder.enum!.includes(null);
  delete holder.enum;
  delete holder.type;
  Object.assign(holder, mayBeNull ? { anyOf: [reference, { type: 'null' }] } : reference);
}

const parametersOf = ({ paths }: OpenAPIObject): SchemaObject[] =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods) as OperationObject[])
    .flatMap(({ parameters = [] }) => parameters)
    .flatMap((parameter) => ('schema' in parameter && parameter.schema ? [parameter.schema as SchemaObject] : []));
