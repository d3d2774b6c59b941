import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pagePolicy } from '../../../src/intake/pages/page-response';
import { styleSheet } from '../../../src/intake/pages/style-sheet';
import { atEnd } from '../../support/at-end';

/** A request that the server of a test got. */
export interface Posted {
  contentType: string;
  body: Buffer;
}

/** Serves pages with the headers that the service gives them. */
export interface PageServer {
  url: string;
  /** The HTML of each path, also after a post. */
  pages: Map<string, string>;
  posted: Posted[];
  close(): Promise<void>;
}

export async function startPageServer(): Promise<PageServer> {
  const pages = new Map<string, string>();
  const posted: Posted[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server');
      if (request.method === 'POST') posted.push(await readPost(request));
      if (pathname === '/f/style.css') {
        response.setHeader('content-type', 'text/css; charset=utf-8');
        response.setHeader('cache-control', 'max-age=60');
        return response.end(styleSheet(searchParams.get('accent')));
      }
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('content-security-policy', POLICY);
      return response.end(pages.get(pathname) ?? '');
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    pages,
    posted,
    close: atEnd(async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    }),
  };
}

const POLICY = pagePolicy({
  redirect: null,
  frame: 'allowed_origins',
  allowedOrigins: [],
  widgetSources: null,
  challenge: null,
});

async function readPost(request: IncomingMessage): Promise<Posted> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return { contentType: request.headers['content-type'] ?? '', body: Buffer.concat(chunks) };
}
