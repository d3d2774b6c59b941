import type { OpenAPIObject, OperationObject, ReferenceObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { SCHEMAS } from './schema-names.rules';

/** Makes components of the bodies of successful answers: `FormReply` has a `Form`, `FormListReply` a list, and others have the name of their operation. */
export function nameReplies(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, SchemaObject>;
  for (const [operation, content] of inlineReplies(document)) {
    const schema = { description: 'The body of a successful answer.', ...content.schema } as SchemaObject;
    const text = JSON.stringify(schema);
    const name = namesFor(schema, operation.operationId!).find((each) => !schemas[each] || JSON.stringify(schemas[each]) === text)!;
    schemas[name] = schema;
    content.schema = { $ref: SCHEMAS + name };
  }
}

const inlineReplies = ({ paths }: OpenAPIObject): [OperationObject, { schema?: SchemaObject | ReferenceObject }][] =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods) as OperationObject[])
    .flatMap((operation) => {
      const content = (operation.responses['200'] ?? operation.responses['201'] ?? operation.responses['202']) as ResponseObject;
      const json = content.content?.['application/json'];
      return json?.schema && 'type' in json.schema ? [[operation, json] as [OperationObject, typeof json]] : [];
    });

/** Names by falling preference. Lists of the same entries differ by what leads to their next page. */
function namesFor({ properties = {}, maxProperties }: SchemaObject, operationId: string): string[] {
  const own = `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Reply`;
  if (maxProperties === 0) return ['EmptyReply', own];
  const data = properties['data'] as (SchemaObject & ReferenceObject) | undefined;
  const one = nameIn(data);
  const many = nameIn(data?.items);
  return [...(one ? [`${one}Reply`] : []), ...(many ? [`${many}ListReply`] : []), own];
}

const nameIn = (schema: object | undefined): string | undefined => (schema as ReferenceObject | undefined)?.$ref?.slice(SCHEMAS.length);
