import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type BuiltFile, builtText, readBuiltFile, sendBuiltFile } from '../answer/built-file';
import { once } from '../../platform/once';
import { publicPath } from '../../platform/text/text.rules';
import { llmsText } from './llms-text';
import { SWAGGER_FILES, swaggerPage, swaggerScript } from './swagger-page';

/** Serves the document at `/openapi.json`, a page of it for language models at `/llms.txt`, and Swagger UI at `/docs`. Each answer is made once, for its first reader. */
export function serveDocument(app: NestExpressApplication, baseUrl: string): void {
  serve(app, '/openapi.json', 'json', () => builtText(JSON.stringify(servedFrom(committedDocument(), baseUrl))));
  serve(app, '/llms.txt', 'txt', () => builtText(llmsText(committedDocument(), baseUrl)));
  serve(app, '/docs', 'html', () => builtText(swaggerPage('./docs/')), OF_PAGE);
  for (const path of ['/docs/', '/docs/index.html']) serve(app, path, 'html', () => builtText(swaggerPage('./')), OF_PAGE);
  serve(app, '/docs/swagger-ui-init.js', 'js', () => builtText(swaggerScript(forPage(committedDocument(), baseUrl))), OF_PAGE);
  for (const name of SWAGGER_FILES) serve(app, `/docs/${name}`, name, () => readSwaggerFile(name), OF_PAGE);
}

/** Serves a file that is made at the first request. A client that has it already gets 304 until a new version of the service changes it. */
function serve(app: NestExpressApplication, path: string, type: string, make: () => BuiltFile, headers = {}): void {
  const file = once(make);
  const express = app.getHttpAdapter().getInstance();
  express.get(path, (_request, response) => {
    response.set({ 'Cache-Control': 'no-cache, no-transform', ...headers });
    return sendBuiltFile(file(), response.type(type));
  });
}

/** `npm run generate` writes the file (scripts/openapi.mjs). Its distance from `src` and from `dist` is the same. */
const committedDocument = (): OpenAPIObject => JSON.parse(readFileSync(join(__dirname, '../../../openapi.json'), 'utf8')) as OpenAPIObject;

const servedFrom = (document: OpenAPIObject, url: string): OpenAPIObject => ({
  ...document,
  servers: [{ url, description: 'This service' }],
});

const readSwaggerFile = (name: string): BuiltFile => readBuiltFile(require.resolve(`swagger-ui-dist/${name}`));

/** The document for Swagger UI. The page may send requests only to its own origin, whose host name may differ from that of `BASE_URL`. */
const forPage = (document: OpenAPIObject, baseUrl: string): OpenAPIObject => servedFrom(document, publicPath(baseUrl, '') || '/');

/** Isolates the page from other windows, frames and sites, even of the same origin, since people type their key into it. */
const APART = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'self'";

const OF_PAGE = { 'Content-Security-Policy': PAGE_POLICY, ...APART };
