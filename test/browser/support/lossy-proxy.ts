import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { request as send } from 'undici';
import { serve } from './embed-site';

/** The fate of a post on its way: it arrives, it is lost, its answer is lost, the answer is late, or the service is too busy. */
export type Fate = 'pass' | 'lose request' | 'lose answer' | 'late answer' | 'busy';

export interface Post {
  body: string;
  key: string;
}

/** The way of browsers to a service, on which posts can be lost. */
export interface LossyProxy {
  url: string;
  posts: Post[];
  /** Decides about each post. */
  fate: (post: Post) => Fate;
  close(): Promise<void>;
}

export async function startLossyProxy(serviceUrl: string): Promise<LossyProxy> {
  const posts: Post[] = [];
  const server = await serve((request, response) => {
    carry(request, response).catch(() => request.socket.destroy());
  });
  const proxy: LossyProxy = { url: server.url, posts, fate: () => 'pass', close: server.close };

  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (request.method !== 'POST') return forward(request, response, body);
    const post = { body: body.toString('latin1'), key: String(request.headers['idempotency-key']) };
    posts.push(post);
    switch (proxy.fate(post)) {
      case 'pass':
        return forward(request, response, body);
      case 'lose request':
        return void request.socket.destroy();
      case 'lose answer':
        await answerTo(request, body);
        return void request.socket.destroy();
      case 'late answer':
        await pause(150);
        return forward(request, response, body);
      case 'busy':
        response.writeHead(503, { 'access-control-allow-origin': request.headers.origin ?? '*' }).end();
    }
  }

  async function forward(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const answer = await answerTo(request, body);
    const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, ...headers } = answer.headers;
    response.writeHead(answer.statusCode, headers).end(Buffer.from(await answer.body.arrayBuffer()));
  }

  async function answerTo({ method, url, headers }: IncomingMessage, body: Buffer) {
    const { connection: _, 'transfer-encoding': __, 'content-length': ___, host: ____, ...sent } = headers;
    return send(`${serviceUrl}${url}`, {
      method: method as 'POST',
      headers: sent,
      body: body.length > 0 ? body : null,
    });
  }

  return proxy;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
