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
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key: `fck_…`' })
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'The submission token of a form: `fst_…`' },
      'submissionToken',
    )
    .build();
  const document = SwaggerModule.createDocument(app, settings, {
    operationIdFactory: (controller, method) => `${method}${controller.replace('Controller', '')}`,
    extraModels: [ErrorBodyView],
  });
  return withExactSchemas(document);
}

/** What the compiler cannot tell from the types: views have no further members, their numbers are whole, and a null belongs to a branch. */
function withExactSchemas(document: OpenAPIObject): OpenAPIObject {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (!('properties' in schema)) continue;
    const isView = name.endsWith('View');
    if (isView) schema.additionalProperties = false;
    for (const property of Object.values(schema.properties ?? {})) {
      if ('oneOf' in property) delete property.nullable;
      if (isView && 'type' in property && property.type === 'number') property.type = 'integer';
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

Send an API key as \`Authorization: Bearer <API_KEY>\`. Each answer is \`{data, request_id}\`, each error \`{error: {code, message, details}, request_id}\`.
Edits need the ETag of the latest read in \`If-Match\`; requests that create something need an \`Idempotency-Key\` and can then be repeated safely.
New members may be added to answers at any time: ignore those that you do not know.`;
