import type { RequestListener } from 'node:http';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

/**
 * Nest's Express adapter with a server that creates requests and responses which already have Express's prototypes. Express sets the
 * prototype of each request and response, and V8 gives up its inline caches for an object whose prototype changes
 * (`docs/adr/0023-express-prototypes.md`). Uses the stock server if Express would change the prototypes nevertheless. Does not support
 * `httpsOptions`, `forceCloseConnections` and `return503OnClosing`.
 */
export class FixedPrototypeExpressAdapter extends ExpressAdapter {
  override initHttpServer(options: NestApplicationOptions): void {
    const app = this.getInstance<ExpressApp>();
    const { request, response } = app;
    try {
      this.httpServer = createServer(useMessageClasses(app), app);
    } catch (error) {
      Reflect.set(app, 'request', request);
      Reflect.set(app, 'response', response);
      new Logger('Express').warn({ err: error }, 'The server creates stock requests, which Express serves slowly.');
      super.initHttpServer(options);
    }
  }

  /** Sends a body that has been compressed as it is. Nest would write its bytes as JSON. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (!Buffer.isBuffer(body)) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.status(statusCode);
    return response.send(body);
  }
}

/** An Express application as a listener, with the prototypes that it gives to requests and responses. */
interface ExpressApp extends RequestListener<typeof IncomingMessage, typeof ServerResponse> {
  (request: IncomingMessage, response: ServerResponse, next?: () => void): void;
  request: object;
  response: object;
}

/** Replaces the prototypes of the application by those of new classes, which inherit from them. Returns the classes for `createServer`. */
function useMessageClasses(app: ExpressApp) {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  app.request = ExpressRequest.prototype;
  app.response = ExpressResponse.prototype;
  const request = new ExpressRequest(new Socket());
  requireKept(app, request, new ExpressResponse(request));
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/** Throws unless Express keeps the prototypes of a request and a response that it handles, and these have its methods. */
function requireKept(app: ExpressApp, request: IncomingMessage, response: ServerResponse): void {
  const prototypes = [request, response].map(Object.getPrototypeOf);
  app(request, response, () => undefined);
  const isKept = [request, response].every((message, index) => Object.getPrototypeOf(message) === prototypes[index]);
  if (!isKept) throw new Error('Express has changed the prototype of a request or a response.');
  requireMethods(request, ['get', 'accepts']);
  requireMethods(response, ['status', 'json', 'send']);
}

function requireMethods(message: object, names: string[]): void {
  const missing = names.filter((name) => typeof (message as Record<string, unknown>)[name] !== 'function');
  if (missing.length > 0) throw new Error(`Messages of Express lack ${missing.join(', ')}.`);
}
