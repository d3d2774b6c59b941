import { isUUID } from 'class-validator';
import type { OpenAPIObject, OperationObject, ResponseObject, SchemaObject } from '@nestjs/swagger';

/**
 * Adds what Swagger cannot derive from the types. Inputs allow no further members, since unknown ones are refused; replies may get more.
 * In replies, numbers are integers from 0, names in `_at` and `_until` are timestamps, UUIDs in examples mark ids, and nullable members
 * without an example have the example null.
 */
export function completeSchemas({ components }: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(components?.schemas ?? {}) as [string, SchemaObject][]) {
    if (name.endsWith('Dto')) schema.additionalProperties = false;
    if (!/(?:View|Event)$/.test(name)) continue;
    for (const [member, property] of Object.entries(schema.properties ?? {}) as [string, SchemaObject][]) completeReply(member, property);
  }
}

function completeReply(member: string, property: SchemaObject): void {
  if (property.type) property.type = withIntegers(property.type);
  if (property.type?.includes('integer')) property.minimum ??= 0;
  if (/_(at|until)$/.test(member)) property.format = 'date-time';
  if (isUUID(property.example)) property.format = 'uuid';
  if (property.type?.includes('null') && !('example' in property)) property.example = null;
}

/**
 * Rewrites alternatives of different JSON types, such as a list, an object or null, as a list of types: each constraint applies to one of
 * the types only, so the meaning stays the same, and generators make simpler types. Other alternatives become `oneOf`, since they exclude
 * each other. In OpenAPI 3.1, a reference with a description needs no `allOf`.
 */
export function simplifyAlternatives({ components }: OpenAPIObject): void {
  for (const schema of Object.values(components?.schemas ?? {}) as SchemaObject[]) {
    for (const property of Object.values(schema.properties ?? {}) as SchemaObject[]) {
      const [only, ...more] = (property.allOf as SchemaObject[]) ?? [];
      if (only && more.length === 0) {
        delete property.allOf;
        Object.assign(property, { ...only, ...property });
      }
      if (!property.anyOf) continue;
      const alternatives = (property.anyOf as SchemaObject[]).flatMap((each) => (each.oneOf as SchemaObject[]) ?? [each]);
      delete property.anyOf;
      const types = alternatives.map(({ type }) => type).filter((type) => typeof type === 'string');
      const isByType = new Set(types).size === alternatives.length;
      Object.assign(property, isByType ? { ...Object.assign({}, ...alternatives), type: types } : { oneOf: alternatives });
    }
  }
}

/**
 * Removes the TypeScript type beside `anyOf`, which it would narrow. Moves examples of optional parameters to the description, since pages
 * such as Swagger UI fill in examples and would send them.
 */
export function completeParameters(document: OpenAPIObject): void {
  for (const { parameters } of operationsIn(document)) {
    for (const parameter of parameters ?? []) {
      if (!('schema' in parameter) || !parameter.schema || !('in' in parameter)) continue;
      const schema = parameter.schema as SchemaObject;
      if ('anyOf' in schema) delete schema.type;
      if (parameter.in !== 'query' || parameter.required || schema.example === undefined) continue;
      parameter.description = `${parameter.description} For example \`${schema.example}\`.`;
      delete schema.example;
    }
  }
}

/** Removes the bodies of reads, which most clients cannot send, and the schemas of these bodies. */
export function dropBodiesOfReads(document: OpenAPIObject): void {
  for (const { get } of Object.values(document.paths)) delete get?.requestBody;
  const { schemas = {} } = document.components ?? {};
  const text = JSON.stringify([document.paths, schemas]);
  for (const name of Object.keys(schemas)) if (name.endsWith('Dto') && !text.includes(`/${name}"`)) delete schemas[name];
}

function withIntegers(type: string | string[]): string | string[] {
  if (Array.isArray(type)) return type.map((each) => (each === 'number' ? 'integer' : each));
  return type === 'number' ? 'integer' : type;
}

/** Moves error responses that many operations share to components that are named after their codes. */
export function shareErrorResponses(document: OpenAPIObject): void {
  const shared: Record<string, ResponseObject> = {};
  for (const { responses } of operationsIn(document, '/v1/')) {
    for (const [status, response] of Object.entries(responses) as [string, ResponseObject][]) {
      if (Number(status) < 400) continue;
      const name = Object.keys(response.content!['application/json']!.examples!).join('.');
      shared[name] = response;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  document.components = { ...document.components, responses: shared };
}

const operationsIn = ({ paths }: OpenAPIObject, prefix = '/'): OperationObject[] =>
  Object.entries(paths)
    .filter(([path]) => path.startsWith(prefix))
    .flatMap(([, { get, put, post, patch, delete: remove }]) => [get, put, post, patch, remove])
    .filter((operation) => operation !== undefined);
