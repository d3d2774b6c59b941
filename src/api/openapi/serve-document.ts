import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type BuiltFile, builtText, readBuiltFile, sendBuiltFile } from '../answer/built-file';
import { publicPath } from '../../platform/text/text.rules';
import { apiDocument } from './api-document';
import { withoutBodiesOfReads } from './document-passes';
import { SWAGGER_FILES, swaggerPage, swaggerScript } from './swagger-page';

/**
 * Serves the document at `/openapi.json` and Swagger UI at `/docs`. Each answer is made once, for its first reader, so that the start is
 * faster.
 */
export function serveDocument(app: NestExpressApplication, baseUrl: string): void {
  const document = once(() => apiDocument(app, baseUrl));
  serve(app, '/openapi.json', 'json', () => builtText(JSON.stringify(document())));
  serve(app, '/docs', 'html', () => builtText(swaggerPage('./docs/')), OF_PAGE);
  for (const path of ['/docs/', '/docs/index.html']) serve(app, path, 'html', () => builtText(swaggerPage('./')), OF_PAGE);
  serve(app, '/docs/swagger-ui-init.js', 'js', () => builtText(swaggerScript(forPage(document(), baseUrl))), OF_PAGE);
  for (const name of SWAGGER_FILES) serve(app, `/docs/${name}`, name, () => readSwaggerFile(name), OF_PAGE);
}

/** Who has an answer already gets it again only when another version of the service has another. */
function serve(app: NestExpressApplication, path: string, type: string, make: () => BuiltFile, headers = {}): void {
  const file = once(make);
  const express = app.getHttpAdapter().getInstance();
  express.get(path, (_request, response) => {
    response.set({ 'Cache-Control': 'no-cache, no-transform', ...headers });
    return sendBuiltFile(file(), response.type(type));
  });
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** From the package, which is at the same distance from `src` and from `dist`. */
const readSwaggerFile = (name: string): BuiltFile => readBuiltFile(join(__dirname, '../../../node_modules/swagger-ui-dist', name));

/** The page may send requests only to its own origin, which can be another name of the host than that of `BASE_URL`. */
const forPage = (document: OpenAPIObject, baseUrl: string): OpenAPIObject => ({
  ...withoutBodiesOfReads(document),
  servers: [{ url: publicPath(baseUrl, '') || '/', description: 'This service' }],
});

/** A key is typed into the page, so no other window, frame or site gets at it, those of the same origin included. */
const APART = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'self'";

const OF_PAGE = { 'Content-Security-Policy': PAGE_POLICY, ...APART };
