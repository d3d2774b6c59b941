// The spans of the built service, which an operator sees elsewhere than in its output.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { checkNames } from './looks.mjs';

/** A collector of traces by OTLP over HTTP. */
export async function startCollector() {
  const received = [];
  const server = createServer(async (request, response) => {
    received.push(await text(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, received, stop };
}

/** The spans of a service that has stopped, which sends the last ones then. */
export function checkSpans({ received }, name) {
  const spans = received.flatMap((body) => JSON.parse(body).resourceSpans.flatMap((resource) => resource.scopeSpans));
  const names = spans.flatMap((scope) => scope.spans.map((span) => span.name));
  if (!names.includes(name)) throw new Error(`no span has the name "${name}", but these: ${names.join(', ')}.`);
  for (const body of received) checkNames('A span', body.replaceAll(/"(?:trace|span|parentSpan)Id":"\w+"/g, ''));
}
