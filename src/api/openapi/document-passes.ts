import type { OpenAPIObject, OperationObject, ResponseObject, SchemaObject } from '@nestjs/swagger';

/**
 * Adds what Swagger cannot derive from the types. Inputs have no further members, since unknown ones are refused; replies may get more.
 * The numbers of replies are integers, their times are timestamps, and what may be null is null in examples unless it has one.
 */
export function completeSchemas({ components }: OpenAPIObject): void {
  for (const [name, schema] of Object.entries(components?.schemas ?? {}) as [string, SchemaObject][]) {
    if (name.endsWith('Dto')) schema.additionalProperties = false;
    if (!name.endsWith('View')) continue;
    for (const [member, property] of Object.entries(schema.properties ?? {}) as [string, SchemaObject][]) {
      if (property.type) property.type = withIntegers(property.type);
      if (/_(at|until)$/.test(member)) property.format = 'date-time';
      if (property.type?.includes('null') && !('example' in property)) property.example = null;
    }
  }
}

/** A member of a query class keeps the type of its TypeScript declaration beside `anyOf`, which would narrow it. */
export function completeParameters(document: OpenAPIObject): void {
  for (const { parameters } of operationsIn(document)) {
    for (const parameter of parameters ?? []) {
      if ('schema' in parameter && parameter.schema && 'anyOf' in parameter.schema) delete parameter.schema.type;
    }
  }
}

/** The type is a list for members that may be null. */
function withIntegers(type: string | string[]): string | string[] {
  if (Array.isArray(type)) return type.map((each) => (each === 'number' ? 'integer' : each));
  return type === 'number' ? 'integer' : type;
}

/** Browsers send no body with a GET, so Swagger UI could not execute an operation that documents one. */
export function withoutBodiesOfReads({ paths }: OpenAPIObject): void {
  for (const { get } of Object.values(paths)) delete get?.requestBody;
}

/** Moves the error responses of the management API, which many operations have in common, to components that are named by their codes. */
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
