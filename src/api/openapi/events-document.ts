import type { OpenAPIObject, ParameterObject, SchemaObject } from '@nestjs/swagger';

/** Adds the requests that the service sends. Their bodies are the schemas whose names end with `Event`; each has one value of `type`. */
export function describeEvents(document: OpenAPIObject): void {
  const schemas = Object.entries(document.components?.schemas ?? {}) as [string, SchemaObject][];
  const events = schemas.filter(([name]) => name.endsWith('Event'));
  document.webhooks = Object.fromEntries(events.map(([name, schema]) => [typeOf(schema), { post: delivery(name) }]));
}

const typeOf = ({ properties }: SchemaObject): string => ((properties!['type'] as SchemaObject).enum as string[])[0]!;

const delivery = (name: string) => ({
  operationId: name[0]!.toLowerCase() + name.slice(1),
  summary: 'The standard body of a webhook',
  description:
    'Sent at least once and in no certain order, with the same `webhook-id` and the same bytes in each attempt. Webhooks with the body `fields` or `template` send what their configuration says, with the same headers.',
  security: [], // the signature is in headers of its own
  parameters: HEADERS,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  },
  responses: { '2XX': { description: 'Taken. Every other answer, and none within 15 seconds, is a failed attempt.' } },
});

const header = (name: string, pattern: string, description: string): ParameterObject => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', pattern },
});

/** The headers of Standard Webhooks, which signed deliveries have. */
const HEADERS = [
  header('webhook-id', '^[!-~]+$', 'The same for all attempts of a delivery.'),
  header('webhook-timestamp', '^[0-9]+$', 'The second of the attempt, since 1970.'),
  header(
    'webhook-signature',
    '^v1,[A-Za-z0-9+/]{43}=(?: v1,[A-Za-z0-9+/]{43}=)*$',
    'HMAC-SHA256 over `id.timestamp.body`, one for each secret that is valid.',
  ),
];
