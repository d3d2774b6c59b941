// What an operator sees of the built service elsewhere than in its output: its spans, and the stack of an error that nobody expects.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
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

/** Without one of its tables, an operation fails as no operation should. Its stack in the log names lines of the sources. */
export async function checkStackOf(service, table, request) {
  const connectionString = readFileSync(join(service.options.env.DATA_DIR, 'database.url'), 'utf8').trim();
  const database = new pg.Client({ connectionString, ssl: false });
  await database.connect();
  try {
    await database.query(`alter table ${table} rename to away`);
    const { status } = await request();
    if (status !== 500) throw new Error(`an operation without its table answers ${status}.`);
  } finally {
    await database.query(`alter table away rename to ${table}`);
    await database.end();
  }
  const stack = service.output.slice(service.output.indexOf('does not exist'));
  if (!/\bat \S.* \(.*src\/[\w/.-]+\.ts:\d+:\d+\)/.test(stack)) throw new Error('the stack of an error names no line of the sources.');
}
