import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, DocumentBuilder, SwaggerModule, type ParameterObject, type SchemaObject } from '@nestjs/swagger';
import { ErrorBodyView } from '../errors/error-body.dto';
import { nameEnums } from './names/enum-names';
import { namePaths } from './names/path-names.rules';
import { nameReplies } from './names/reply-names';
import { nameSchemas } from './names/schema-names.rules';
import { completeParameters, completeSchemas, dropBodiesOfReads, shareErrorResponses, simplifyAlternatives } from './document-passes';
import { RESPONSE_HEADERS } from './response-headers';

export const API_TITLE = 'Form collection service';

/** The OpenAPI document, generated from the metadata that guards and validation use. `server` is a URL or a path. */
export function apiDocument(app: NestExpressApplication, server: string): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle(API_TITLE)
    .setDescription(DESCRIPTION)
    .setVersion(packageVersion())
    .setOpenAPIVersion('3.1.0')
    .addServer(server, 'This service')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'fck_…', description: 'An API key.' });
  for (const [name, description] of TAGS) settings.addTag(name, description);
  const document = SwaggerModule.createDocument(app, settings.build(), { extraModels: [ErrorBodyView] });
  document.components = { ...document.components, headers: RESPONSE_HEADERS };
  completeSchemas(document);
  simplifyAlternatives(document);
  dropBodiesOfReads(document);
  completeParameters(document);
  shareErrorResponses(document);
  describeEvents(document);
  namePaths(document);
  nameEnums(document);
  nameSchemas(document);
  nameReplies(document);
  return document;
}

function packageVersion(): string {
  const file = join(__dirname, '../../../package.json'); // at the same distance from src and from dist
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

const DESCRIPTION = `Forms, their fields, the submissions that they receive, and the workflows that process these.

To try it here: authorize with an API key, and get its capabilities. Then create a form, enable it with the \`ETag\` of the answer as \`If-Match\`, and submit to it.

Send an API key as \`Authorization: Bearer <API_KEY>\`. Each answer is \`{data, request_id}\`, each error \`{error: {code, message, details}, request_id}\`.
Edits need the \`ETag\` of the latest read in \`If-Match\`; requests that create something need an \`Idempotency-Key\` and can then be repeated safely.
Every address also answers \`HEAD\`, where it has a \`GET\`, and \`OPTIONS\`; the submit address answers the preflight of browsers (CORS).

Answers may get new members at any time, and every \`enum\` of an answer new values, error codes among them: ignore members and accept values that you do not know.
The limits of the inputs are those of this document: lengths are counted in Unicode code points, and white space around names of forms and labels is removed before they are checked.`;

/** The tags in the order in which a newcomer uses them. */
const TAGS = [
  ['Capabilities', 'Permissions and limits of the API key'],
  ['Forms', 'Forms and their settings'],
  ['Fields', 'The fields of a form'],
  ['Intake', 'The public address of a form, for pages and servers'],
  ['Submissions', 'The submissions that a form has received'],
  ['Files', 'The files of submissions, and links that open them without a key'],
  ['Workflow', 'The processing of submissions: a draft, its tests, and published versions'],
  ['Workflow runs', 'Executions of workflows'],
  ['Notifications', 'Mails to the owners of forms'],
  ['Notices', 'What owners have to know about their forms and their account'],
  ['Keys', 'The API keys of the account, and what was changed with them'],
] as const;

/** Adds the webhook requests of the service. Their bodies are the schemas named `...Event`, each with its own value of `type`. */
function describeEvents(document: OpenAPIObject): void {
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
  security: [], // a signature in headers takes the place of a key
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

const HEADERS = [
  header('webhook-id', '^[!-~]+$', 'The same for all attempts of a delivery.'),
  header('webhook-timestamp', '^[0-9]+$', 'The second of the attempt, since 1970.'),
  header(
    'webhook-signature',
    '^v1,[A-Za-z0-9+/]{43}=(?: v1,[A-Za-z0-9+/]{43}=)*$',
    'HMAC-SHA256 over `id.timestamp.body`, one for each secret that is valid.',
  ),
];
