import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { ErrorBodyView } from '../errors/error-body.dto';
import type { NextFunction, Request, Response } from 'express';

/** The OpenAPI document, made from the metadata that guards and checks work with. */
export function apiDocument(app: NestExpressApplication): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Form collection service')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setOpenAPIVersion('3.0.3')
    .addServer('/', 'This service')
    .addBearerAuth(bearer('fck_…', 'An API key.'))
    .addBearerAuth(
      bearer('fst_…', 'The submission token of a form. It opens the submission address, and nothing else.'),
      'submissionToken',
    );
  for (const [name, description] of TAGS) settings.addTag(name, description);
  const document = SwaggerModule.createDocument(app, settings.build(), {
    operationIdFactory: (controller, method) => `${method}${controller.replace('Controller', '')}`,
    extraModels: [ErrorBodyView],
  });
  return withoutBodiesOfReads(withExactSchemas(document));
}

const bearer = (bearerFormat: string, description: string) =>
  ({ type: 'http', scheme: 'bearer', bearerFormat, description }) as const;

/** Browsers send no body with a GET, so Swagger UI could not try an operation that has one. */
function withoutBodiesOfReads(document: OpenAPIObject): OpenAPIObject {
  for (const { get } of Object.values(document.paths)) delete get?.requestBody;
  return document;
}

/**
 * What the compiler cannot tell from the types: views have no further members, their numbers are whole, their moments are
 * timestamps, and a null belongs to a branch.
 */
function withExactSchemas(document: OpenAPIObject): OpenAPIObject {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (!('properties' in schema)) continue;
    const isView = name.endsWith('View');
    if (isView) schema.additionalProperties = false;
    for (const [member, property] of Object.entries(schema.properties ?? {})) {
      if ('oneOf' in property) delete property.nullable;
      if (!isView || !('type' in property)) continue;
      if (property.type === 'number') property.type = 'integer';
      if (/_(at|until)$/.test(member)) property.format = 'date-time';
    }
  }
  return document;
}

/** Serves the document as `/openapi.json`, and Swagger UI as `/docs`, where each call can be tried from the browser. */
export function serveDocument(app: NestExpressApplication): void {
  app.use('/docs', (_: Request, response: Response, next: NextFunction) => {
    response.setHeader('Content-Security-Policy', UI_POLICY);
    next();
  });
  SwaggerModule.setup('docs', app, apiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Form collection service',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true },
  });
}

const UI_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'self'";

const DESCRIPTION = `Forms, their fields, what they receive, and what happens then.

To try it here: authorize with an API key, create a form, and enable it with the \`ETag\` of the answer as \`If-Match\`. Then submit to it with its \`submission_token\`.

Send an API key as \`Authorization: Bearer <API_KEY>\`. Each answer is \`{data, request_id}\`, each error \`{error: {code, message, details}, request_id}\`.
Edits need the ETag of the latest read in \`If-Match\`; requests that create something need an \`Idempotency-Key\` and can then be repeated safely.
New members may be added to answers at any time: ignore those that you do not know.`;

/** In the order in which a newcomer needs them. */
const TAGS = [
  ['Capabilities', 'What the key of a request may do'],
  ['Forms', 'What they accept and from where'],
  ['Fields', 'What a form asks for'],
  ['Intake', 'The public address of a form, for pages and servers'],
  ['Submissions', 'What a form has received'],
  ['Workflow', 'What happens after a submission: a draft, tests of it, and published versions'],
  ['Workflow runs', 'What has happened to submissions'],
] as const;
