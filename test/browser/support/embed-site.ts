import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A website with a form that uses the embedded script. */
export interface EmbedSite {
  url: string;
  /** The same site under a name for which browsers grant no secure context. */
  insecureUrl: string;
  /** The content of the form. */
  controls: string;
  /** Attributes of the form. */
  attributes: string;
  /** The language of the page. */
  language: string;
  close(): Promise<void>;
}

export async function startEmbedSite(endpoint: string): Promise<EmbedSite> {
  const script = builtScript();
  const server = createServer((request, response) => {
    response.setHeader('content-security-policy', POLICY);
    if (request.url === '/embed.js') return response.setHeader('content-type', 'text/javascript').end(script);
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(site, endpoint));
  });
  const port = await listen(server);
  const site: EmbedSite = {
    url: `http://127.0.0.1:${port}/`,
    insecureUrl: `http://site.test:${port}/`,
    controls: '<label>Text <input name="text"></label>',
    attributes: '',
    language: 'en',
    close: () => stop(server),
  };
  return site;
}

/** Inline scripts and styles of the page are forbidden, as on careful websites. */
const POLICY = "default-src 'none'; script-src 'self'; connect-src *; form-action *";

const pageOf = ({ controls, attributes, language }: EmbedSite, endpoint: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>Site</title><link rel="icon" href="data:,">
<script src="/embed.js" defer></script></head>
<body><form id="contact" method="post" action="${endpoint}" data-form-endpoint="${endpoint}" ${attributes}>
${controls}
<button>Send</button></form></body></html>`;

function builtScript(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'embed-'));
  try {
    const file = join(folder, 'embed.js');
    execFileSync(process.execPath, [join(__dirname, '../../../src/intake/pages/embed/build.mjs'), file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A server of a test on a free port. */
export async function serve(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener);
  return { url: `http://127.0.0.1:${await listen(server)}`, close: () => stop(server) };
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}
