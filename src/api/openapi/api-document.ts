import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { ErrorBodyView } from '../errors/error-body.dto';
import type { NextFunction, Request, Response } from 'express';

/** The OpenAPI document, generated from the metadata that the guards and the validation use. */
export function apiDocument(app: NestExpressApplication): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Form collection service')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setOpenAPIVersion('3.0.3')
    .addServer('/', 'This service')
    .addBearerAuth(bearer('fck_…', 'An API key.'))
    .addBearerAuth(
      bearer('fst_…', 'The submission token of a form. It is valid for the submission address only.'),
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

/** Browsers send no body with a GET, so Swagger UI could not execute an operation that documents one. */
function withoutBodiesOfReads(document: OpenAPIObject): OpenAPIObject {
  for (const { get } of Object.values(document.paths)) delete get?.requestBody;
  return document;
}

/**
 * Adds what Swagger cannot derive from the types: views have no further members, their numbers are integers, their times are timestamps,
 * and `nullable` belongs to a branch of `oneOf`.
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

/** Serves the document at `/openapi.json` and Swagger UI at `/docs`. */
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

const DESCRIPTION = `Forms, their fields, the submissions that they receive, and the workflows that process these.

To try it here: authorize with an API key, create a form, and enable it with the \`ETag\` of the answer as \`If-Match\`. Then submit to it with its \`submission_token\`.

Send an API key as \`Authorization: Bearer <API_KEY>\`. Each answer is \`{data, request_id}\`, each error \`{error: {code, message, details}, request_id}\`.
Edits need the ETag of the latest read in \`If-Match\`; requests that create something need an \`Idempotency-Key\` and can then be repeated safely.
Answers may get new members at any time: ignore those that you do not know.`;

/** In the order of a first use. */
const TAGS = [
  ['Capabilities', 'Permissions and limits of the API key'],
  ['Forms', 'Forms and their settings'],
  ['Fields', 'The fields of a form'],
  ['Intake', 'The public address of a form, for pages and servers'],
  ['Submissions', 'The submissions that a form has received'],
  ['Files', 'The files of submissions, and links that open them without a key'],
  ['Workflow', 'The processing of submissions: a draft, its tests, and published versions'],
  ['Workflow runs', 'Executions of workflows'],
] as const;
