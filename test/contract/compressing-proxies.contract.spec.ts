import { type TestApp, startApp } from '../support/app';
import { aForm, type CreatedForm } from '../support/forms';
import { hasProxy, type Proxy, startProxy } from '../support/reverse-proxy';
import { waitUntil } from '../support/wait-until';

interface CompressingProxy extends Pick<Proxy, 'program' | 'parameters'> {
  /** The ETags of what the proxy compresses. */
  tags: RegExp;
  configuration(port: number, apiPort: number, home: string): string;
}

const apacheWith = (filter: string): CompressingProxy => ({
  program: 'apache2',
  tags: /-(?:gzip|br)"$/,
  configuration: (port, apiPort, home) =>
    [
      ...['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'filter', 'headers', filter].map(
        (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
      ),
      ...[`ServerName localhost`, `ServerRoot ${home}`, `PidFile ${home}/pid`, `ErrorLog ${home}/log`, `Listen 127.0.0.1:${port}`],
      'Header unset Cache-Control', // with no-transform in it, well-behaved filters would leave the answers alone
      `SetOutputFilter ${filter === 'deflate' ? 'DEFLATE' : 'BROTLI_COMPRESS'}`,
      `ProxyPass / http://127.0.0.1:${apiPort}/`,
    ].join('\n'),
  parameters: (_, file) => ['-f', file, '-DFOREGROUND'],
});

const PROXIES: [name: string, proxy: CompressingProxy][] = [
  ['apache2 with mod_deflate', apacheWith('deflate')],
  ['apache2 with mod_brotli', apacheWith('brotli')],
  [
    'nginx with gzip',
    {
      program: 'nginx',
      tags: /^W\//,
      configuration: (port, apiPort, home) => `
        pid ${home}/nginx.pid; error_log stderr; events {}
        http {
          access_log off; gzip on; gzip_proxied any; gzip_types application/json; gzip_min_length 0; gzip_http_version 1.0;
          client_body_temp_path ${home}/b; proxy_temp_path ${home}/p; fastcgi_temp_path ${home}/f; uwsgi_temp_path ${home}/u; scgi_temp_path ${home}/s;
          server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${apiPort}; proxy_hide_header Cache-Control; } }
        }`,
      parameters: (home, file) => ['-p', home, '-c', file, '-g', 'daemon off;'],
    },
  ],
  [
    'haproxy with compression',
    {
      program: 'haproxy',
      tags: /^(?:W\/)?"/,
      configuration: (port, apiPort) => `
defaults
  mode http
  timeout client 10s
  timeout server 10s
  timeout connect 5s
frontend all
  bind 127.0.0.1:${port}
  default_backend api
backend api
  compression algo gzip
  compression type application/json
  http-response del-header cache-control
  server api 127.0.0.1:${apiPort}
`,
      parameters: (_, file) => ['-db', '-f', file],
    },
  ],
];

/** Starts the proxy before the API, and resolves with its address. */
async function start({ configuration, ...proxy }: CompressingProxy, apiPort: number): Promise<string> {
  const url = await startProxy({ ...proxy, configuration: (port, home) => configuration(port, apiPort, home) });
  await waitUntil(async () => (await fetch(`${url}/healthz`)).ok);
  return url;
}

describe.each(PROXIES)('behind %s', (_, proxy) => {
  const withProxy = hasProxy(proxy.program) ? it : it.skip;
  let app: TestApp;
  let [url, key] = ['', ''];
  beforeAll(async () => {
    if (!hasProxy(proxy.program)) return;
    app = await startApp({ etagAcceptWeak: proxy.program !== 'apache2' });
    url = await start(proxy, Number(new URL(app.api.baseUrl).port));
    key = await app.key();
  });

  const request = (form: CreatedForm, init: RequestInit = {}) =>
    fetch(`${url}/v1/forms/${form.id}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'br, gzip', 'content-type': 'application/json', ...init.headers },
    });

  withProxy('an edit with the ETag of a small form passes, and again with that of the edit', async () => {
    const form = await aForm(app.api);
    const tags: string[] = [];
    let tag = (await request(form)).headers.get('etag')!;
    for (const name of ['one', 'two', 'three']) {
      const answer = await request(form, { method: 'PATCH', body: JSON.stringify({ name }), headers: { 'if-match': tag } });
      expect(answer.status).toBe(200);
      tags.push((tag = answer.headers.get('etag')!));
    }
    for (const sent of tags) expect(sent).toMatch(proxy.tags);
    const stale = await request(form, { method: 'PATCH', body: '{"name":"four"}', headers: { 'if-match': tags[0]! } });
    expect(stale.status).toBe(412);
  });

  withProxy('an unchanged list is answered 304', async () => {
    const form = await aForm(app.api);
    const read = (headers: Record<string, string>) =>
      fetch(`${url}/v1/forms/${form.id}/fields`, {
        headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'br, gzip', ...headers },
      });
    const tag = (await read({})).headers.get('etag')!;
    expect((await read({ 'if-none-match': tag })).status).toBe(304);
  });
});
