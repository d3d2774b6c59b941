import { createServer, IncomingMessage, ServerResponse } from 'node:http';

/**
 * A server of an Express application whose requests and responses have the prototypes of the application from the beginning, as those of the
 * service have (docs/adr/0023-express-prototypes.md). Stock Express changes them for each request, which V8 serves slowly.
 */
export function createRepairedServer(app) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype;
  app.response = Response.prototype;
  return createServer({ IncomingMessage: Request, ServerResponse: Response }, app);
}
