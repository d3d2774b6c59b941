import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { Logger } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';
import type { Express, NextFunction, Request, Response } from 'express';
import { FixedPrototypeExpressAdapter } from './fixed-prototype-express.adapter';

let warnings: jest.SpyInstance;
let adapters: ExpressAdapter[];
beforeEach(() => {
  adapters = [];
  warnings = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
});
afterEach(async () => {
  for (const adapter of adapters) await adapter.close();
  jest.restoreAllMocks();
});

/** Serves an application, as `prepare` has configured it. Returns its URL. */
async function serve(adapter: ExpressAdapter, prepare: (app: Express) => void): Promise<string> {
  adapters.push(adapter);
  adapter.initHttpServer({});
  prepare(adapter.getInstance<Express>());
  const server = adapter.getHttpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The parts of an answer that do not depend on the time. */
async function answerOf(url: string, path: string): Promise<unknown> {
  const answer = await fetch(url + path, { redirect: 'manual', headers: { 'X-Forwarded-For': '192.0.2.7' } });
  const headers = [...answer.headers].filter(([name]) => name !== 'date');
  return { status: answer.status, headers, body: await answer.text() };
}

const prototypesOf = (request: Request, response: Response): unknown[] =>
  [request, response].map((message) => Object.getPrototypeOf(message) as unknown);

/** What requests see inside of a mounted application, and after it. */
function mountApps(app: Express): void {
  const mounted = express();
  mounted.set('trust proxy', false);
  mounted.set('title', 'mounted');
  mounted.request.protocolOfMounted = function () {
    return this.protocol;
  };
  mounted.get('/inside', (request, response) => {
    response.json([request.ip, request.app.get('title'), request.baseUrl, request.protocolOfMounted!()]);
  });
  app.use('/mounted', mounted);
  app.get('/mounted/after', (request, response) => {
    response.json([request.ip, request.app.get('title'), request.baseUrl, typeof request.protocolOfMounted]);
  });
}

declare module 'express-serve-static-core' {
  interface Request {
    protocolOfMounted?(): string;
  }
}

function addRoutes(app: Express): void {
  app.set('trust proxy', 'loopback');
  app.set('title', 'outer');
  mountApps(app);
  app.use('/static', express.static(__dirname));
  app.get('/address', (request, response) => void response.json([request.ip, request.ips, request.hostname]));
  app.get('/query', (request, response) => void response.json(request.query));
  app.get('/created', (_, response) => void response.status(201).set('X-One', 'two').cookie('a', 'b').json({ a: 1 }));
  app.get('/redirected', (_, response) => void response.redirect(303, '/elsewhere'));
  app.get('/sent', (_, response) => void response.sendFile(__filename));
  app.get('/negotiated', (request, response) => void response.format({ json: () => response.send(request.get('host') ? '1' : '0') }));
  app.get('/failed', () => {
    throw Object.assign(new Error('secret'), { status: 418 });
  });
  app.use((error: Error & { status: number }, request: Request, response: Response, _next: NextFunction) => {
    response.status(error.status).type('text').send(`failed at ${request.path}`);
  });
}

it.each([
  '/address',
  '/query?a=1&a=2&b[c]=3',
  '/created',
  '/redirected',
  '/sent',
  `/static/${basename(__filename)}`,
  '/static/none',
  '/negotiated',
  '/mounted/inside',
  '/mounted/after',
  '/failed',
  '/none',
])('answers %s as the stock adapter does', async (path) => {
  const [stock, own] = [await serve(new ExpressAdapter(), addRoutes), await serve(new FixedPrototypeExpressAdapter(), addRoutes)];
  const [expected, answer] = [await answerOf(stock, path), await answerOf(own, path)];
  const withoutPorts = (text: unknown) => JSON.parse(JSON.stringify(text).replaceAll(new URL(own).port, new URL(stock).port)) as unknown;
  expect(withoutPorts(answer)).toEqual(expected);
  expect(warnings).not.toHaveBeenCalled();
});

it('gives requests their prototypes before Express handles them, and Express keeps them', async () => {
  const seen: unknown[][] = [];
  const adapter = new FixedPrototypeExpressAdapter();
  const url = await serve(adapter, (app) => {
    app.get('/', (request, response) => {
      seen.push(prototypesOf(request, response));
      response.end();
    });
  });
  adapter.getHttpServer().prependListener('request', (...messages) => {
    seen.push(prototypesOf(...(messages as unknown as [Request, Response])));
  });
  await fetch(url);
  const { request, response } = adapter.getInstance<Express>();
  expect(seen).toHaveLength(2);
  for (const prototypes of seen) {
    expect(prototypes[0]).toBe(request);
    expect(prototypes[1]).toBe(response);
  }
});

it('shares no prototypes between applications', async () => {
  const urls = ['first', 'second'].map(async (title) =>
    serve(new FixedPrototypeExpressAdapter(), (app) => {
      app.set('title', title);
      app.get('/', (request, response) => void response.send(request.app.get('title')));
    }),
  );
  expect(await Promise.all(urls.map(async (url) => (await fetch(await url)).text()))).toEqual(['first', 'second']);
});

describe('with an Express that works otherwise inside', () => {
  type Handled = Parameters<Express>;

  const setsOtherPrototypes = (app: Express) => {
    const { handle } = app as unknown as { handle: (...parameters: Handled) => void };
    const prototype = Object.create(app.response) as Response;
    Object.assign(app, {
      handle: (...parameters: Handled) => {
        Object.setPrototypeOf(parameters[1], prototype);
        handle.apply(app, parameters);
        Object.setPrototypeOf(parameters[1], prototype);
      },
    });
  };

  it.each<[string, (app: Express) => unknown]>([
    ['sets other prototypes', setsOtherPrototypes],
    ['lacks a method', (app) => Object.assign(app, { response: Object.create(ServerResponse.prototype) as Response })],
    ['lacks a prototype', (app) => Object.assign(app, { request: undefined })],
    ['does not let its prototypes be replaced', (app) => Object.freeze(app)],
  ])('uses the stock server and warns once when it %s', async (_what, change) => {
    const app = express();
    const adapter = new FixedPrototypeExpressAdapter(app);
    adapters.push(adapter);
    change(app);
    const { request, response } = app;
    adapter.initHttpServer({});
    expect(warnings).toHaveBeenCalledTimes(1);
    expect(app.request).toBe(request);
    expect(app.response).toBe(response);
  });

  it('answers as before', async () => {
    const app = express();
    setsOtherPrototypes(app);
    const url = await serve(new FixedPrototypeExpressAdapter(app), addRoutes);
    expect(await answerOf(url, '/query?a=1')).toMatchObject({ status: 200, body: '{"a":"1"}' });
    expect(warnings).toHaveBeenCalledTimes(1);
  });
});
