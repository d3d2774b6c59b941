import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import type { Options, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

export interface Operation {
  operationId: string;
  description?: string;
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema: { type?: string; anyOf?: object[]; enum?: string[]; default?: string | number | boolean };
  }[];
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema: { $ref?: string; example?: object }; examples?: Record<string, { value: object }> }>;
  };
  responses: Record<string, Response>;
}

export interface Response {
  headers?: Record<string, { required?: boolean }>;
  content?: { 'application/json'?: { schema: object; examples?: object } };
}

interface ApiDocument {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, { properties: Record<string, object>; additionalProperties?: boolean }> };
}

export const apiDocument = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as ApiDocument;

/** An operation of the API document, and the parameters that the path of a request has, encoded as there. */
export interface FoundOperation {
  operation: Operation;
  /** JSON pointer of the operation in the document. */
  pointer: string;
  parameters: Record<string, string>;
}

/** The operation for a request to this path, which may have a query. */
export function documentedOperation(method: string, path: string): FoundOperation | undefined {
  const [address] = path.split('?');
  for (const { pattern, operation, pointer } of ROUTES.get(method.toLowerCase()) ?? []) {
    const match = pattern.exec(address!);
    if (match) return { operation, pointer, parameters: { ...match.groups } };
  }
  return undefined;
}

interface Route {
  pattern: RegExp;
  parameterCount: number;
  operation: Operation;
  pointer: string;
}

/** The routes by method. Those with fewer parameters come first, as `/submissions/export` before `/submissions/{id}`. */
const ROUTES = new Map<string, Route[]>();

for (const [path, operations] of Object.entries(apiDocument.paths))
  for (const [method, operation] of Object.entries(operations)) {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const parameterCount = path.split('{').length - 1;
    const routes = [...(ROUTES.get(method) ?? []), { pattern, parameterCount, operation, pointer: `/paths/${escaped(path)}/${method}` }];
    ROUTES.set(
      method,
      routes.sort((one, other) => one.parameterCount - other.parameterCount),
    );
  }

export function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

export const valueAt = <Value>(pointer: string): Value =>
  pointer
    .split('/')
    .slice(1)
    .reduce<any>((value, key) => value[key.replaceAll('~1', '/').replaceAll('~0', '~')], apiDocument) as Value;

/** The pointer to what a reference at this pointer refers to. */
export const target = (pointer: string): string => valueAt<{ $ref?: string }>(pointer).$ref?.slice(1) ?? pointer;

const referenceTo = (pointer: string): object => ({ $ref: `document#${encodeURI(pointer)}` });

/** The schema at this pointer. */
export const bodySchema = schemasOf({}, referenceTo);

/** The schema of `{ value }` with a header, which is a text and is converted to the type of the schema at this pointer. */
export const headerSchema = schemasOf({ coerceTypes: true }, (pointer) => ({
  type: 'object',
  properties: { value: referenceTo(pointer) },
}));

/** The schema of `{ path, query, header }` with the parameters of a request to the operation at this pointer, each of which is a text. */
export const parametersSchema = schemasOf({ coerceTypes: true }, (pointer) => {
  const parameters = valueAt<Operation>(pointer).parameters ?? [];
  const placed = (place: string, areOthersAllowed: boolean): object => {
    const ofPlace = parameters.map((parameter, index) => ({ ...parameter, index })).filter((each) => each.in === place);
    const schemas = ofPlace.map(({ name, index }) => [nameIn(place, name), referenceTo(`${pointer}/parameters/${index}/schema`)] as const);
    return {
      type: 'object',
      additionalProperties: areOthersAllowed,
      properties: Object.fromEntries(schemas),
      patternProperties: Object.fromEntries(schemas.flatMap(([name, schema]) => (isFamily(name) ? [[patternOf(name), schema]] : []))),
      required: ofPlace.filter(({ required }) => required).map(({ name }) => nameIn(place, name)),
    };
  };
  return {
    type: 'object',
    properties: { path: placed('path', false), query: placed('query', false), header: placed('header', true) },
  };
});

/** `column.{field}` stands for all parameters that begin like it. */
const isFamily = (name: string): boolean => name.endsWith('{field}');
const patternOf = (name: string): string => `^${name.replace('{field}', '').replaceAll('.', '\\.')}`;

const nameIn = (place: string, name: string): string => (place === 'header' ? name.toLowerCase() : name);

/** Compiles each schema of the document when it is needed for the first time. Schemas that others refer to are compiled once. */
function schemasOf(options: Options, schemaFor: (pointer: string) => object): (pointer: string) => ValidateFunction {
  const documentIsLinted = { strict: false, validateSchema: false };
  const ajv = addFormats(new Ajv({ allErrors: true, ...documentIsLinted, ...options })).addSchema(apiDocument, 'document');
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.compile(schemaFor(pointer));
    compiled.set(pointer, validate);
    return validate;
  };
}
