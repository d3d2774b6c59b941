import { extname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type NextFunction, type Request, type Response, static as serveFiles } from 'express';
import { encoded } from '../http/compression';
import { codingFor } from '../http/content-coding.rules';
import { publicPath } from '../../platform/text/text.rules';
import { API_TITLE, apiDocument } from './api-document';
import { withoutBodiesOfReads } from './document-passes';
import { swaggerPlugin } from './swagger-plugin';

/** Serves the document at `/openapi.json` and Swagger UI at `/docs`. It is generated for its first reader, so that the start is faster. */
export function serveDocument(app: NestExpressApplication, baseUrl: string): void {
  app.use(['/docs', '/openapi.json'], compressText);
  app.use('/docs', preparePage, serveCompressed);
  SwaggerModule.setup('docs', app, () => apiDocument(app, baseUrl), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: API_TITLE,
    customfavIcon: 'data:,',
    swaggerOptions: {
      displayRequestDuration: true,
      defaultModelsExpandDepth: -1,
      layout: 'BaseLayout', // without the bar that has the logo of Swagger; the title is the name of the product
      plugins: [swaggerPlugin],
    },
    patchDocumentOnRequest: (request, _, served) =>
      (request as Pick<Request, 'path'>).path === '/openapi.json' ? served : forPage(served, baseUrl),
  });
}

/** The page may send requests only to its own origin, which can be another name of the host than that of `BASE_URL`. */
const forPage = (document: OpenAPIObject, baseUrl: string): OpenAPIObject => ({
  ...withoutBodiesOfReads(document),
  servers: [{ url: publicPath(baseUrl, '') || '/', description: 'This service' }],
});

/** Sets the policy of the page, and the viewport, which Swagger's template lacks. Phones would show the page as for a wide screen. */
function preparePage(request: Request, response: Response, next: NextFunction): void {
  response.set({ 'Content-Security-Policy': PAGE_POLICY, ...APART });
  if (request.path === '/') {
    const send = response.send.bind(response);
    const sendPrepared = (page: string): Response => send(page.replace('<head>', `<head>\n  ${VIEWPORT}`));
    response.send = sendPrepared;
  }
  next();
}

/** Nest sends the document and the pages as texts. */
function compressText(_request: Request, response: Response, next: NextFunction): void {
  const send = response.send.bind(response);
  const sendEncoded = (text: string): Response => {
    void encoded(text, response).then(send);
    return response;
  };
  response.send = sendEncoded;
  next();
}

/** Sends those of Swagger's files that the build has compressed, which are the large ones. Nest sends the others, and all to who accepts no coding. */
function serveCompressed(request: Request, response: Response, next: NextFunction): void {
  const { url } = request;
  if (!SCRIPT_OR_SHEET.test(request.path)) return next();
  response.vary('Accept-Encoding');
  const coding = codingFor(request.headers['accept-encoding'], ['br', 'gzip']);
  if (coding === 'identity') return next();
  request.url = `${request.path}${coding === 'br' ? '.br' : '.gz'}`;
  compressedFiles(request, response, () => {
    request.url = url;
    next();
  });
}

const SCRIPT_OR_SHEET = /^\/[\w-]+\.(?:js|css)$/;

const compressedFiles = serveFiles(join(__dirname, 'swagger-ui'), {
  index: false,
  redirect: false,
  setHeaders: (response: Response, path) => {
    response.setHeader('Content-Encoding', extname(path) === '.br' ? 'br' : 'gzip');
    response.type(extname(path.slice(0, -'.br'.length)));
  },
});

/** A key is typed into the page, so no other window, frame or site gets at it, those of the same origin included. */
const APART = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';

const PAGE_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'self'";
