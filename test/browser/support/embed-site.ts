import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEmbedScript } from '../../../src/intake/pages/embed-script';
import { atEnd } from '../../support/at-end';

/** A website with a form that uses the embedded script. */
export interface EmbedSite {
  url: string;
  /** The same site under a name for which browsers grant no secure context. */
  insecureUrl: string;
  /** The content of the form. */
  controls: string;
  /** Attributes of the form. */
  attributes: string;
  /** The origins that the policy of the page lets scripts send to. */
  connectSources: string;
  /** The language of the page. */
  language: string;
  close(): Promise<void>;
}

/** Takes the script from the service, and submits to the endpoint, which may be the service behind a proxy of the test. */
export async function startEmbedSite(serviceUrl: string, endpoint: string): Promise<EmbedSite> {
  const server = createServer((_, response) => {
    response.setHeader('content-security-policy', policyOf(serviceUrl, site.connectSources));
    response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(site, serviceUrl, endpoint));
  });
  const port = await listen(server);
  const site: EmbedSite = {
    url: `http://127.0.0.1:${port}/`,
    insecureUrl: `http://site.test:${port}/`,
    controls: '<label>Text <input name="text"></label>',
    attributes: '',
    connectSources: '*',
    language: 'en',
    close: atEnd(() => stop(server)),
  };
  return site;
}

/** Inline scripts and styles of the page are forbidden, as on careful websites. */
const policyOf = (serviceUrl: string, connectSources: string): string =>
  `default-src 'none'; script-src ${serviceUrl}; connect-src ${connectSources}; form-action *`;

const { hash, integrity } = readEmbedScript();

const pageOf = ({ controls, attributes, language }: EmbedSite, serviceUrl: string, endpoint: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>Site</title><link rel="icon" href="data:,">
<script src="${serviceUrl}/embed.${hash}.js" integrity="${integrity}" crossorigin defer></script></head>
<body><form id="contact" method="post" action="${endpoint}" data-form-endpoint="${endpoint}" ${attributes}>
${controls}
<button>Send</button></form></body></html>`;

/** A server of a test on a free port. */
export async function serve(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener);
  return { url: `http://127.0.0.1:${await listen(server)}`, close: atEnd(() => stop(server)) };
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}
