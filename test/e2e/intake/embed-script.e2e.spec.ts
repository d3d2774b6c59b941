import { createHash } from 'node:crypto';
import { request } from 'undici';
import { readEmbedScript, readSolverScript } from '../../../src/intake/pages/embed-script';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';

const script = readEmbedScript();
const EXACT = `/embed.${script.hash}.js`;

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

async function send(method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST', path: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: answered, body } = await request(`${app.api.baseUrl}${path}`, { method, headers });
  return { status: statusCode, headers: answered, text: await body.text() };
}

describe('the script for other websites', () => {
  it.each([
    ['/embed.js', 'public, max-age=3600'],
    [EXACT, 'public, max-age=31536000, immutable'],
  ])('is served at %s to pages of every origin, with "%s"', async (path, cacheControl) => {
    const { status, headers, text } = await send('GET', path, { Origin: 'https://www.example.com' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(script.file.identity.length),
      'cache-control': cacheControl,
      etag: `"${script.hash}"`,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(`sha384-${createHash('sha384').update(text).digest('base64')}`).toBe(script.integrity);
  });

  it.each([
    ['/solver.js', 'public, max-age=3600'],
    [`/solver.${readSolverScript().hash}.js`, 'public, max-age=31536000, immutable'],
  ])('has its solver of challenges at %s, with "%s"', async (path, cacheControl) => {
    const { status, headers, text } = await send('GET', path);
    expect([status, headers['cache-control'], headers['access-control-allow-origin']]).toEqual([200, cacheControl, '*']);
    expect(`sha384-${createHash('sha384').update(text).digest('base64')}`).toBe(readSolverScript().integrity);
    expect(script.file.identity.toString()).toContain(readSolverScript().integrity);
    expect((await send('GET', '/solver.0123456789abcdef.js')).status).toBe(404);
  });

  it.each(['/embed.js', EXACT])('is not sent again at %s while the browser still has it', async (path) => {
    const known = await send('GET', path, { 'If-None-Match': `"other", W/"${script.hash}"` });
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', `"${script.hash}"`]);
    expect((await send('GET', path, { 'If-None-Match': '"other"' })).status).toBe(200);
    const compressed = await send('GET', path, { 'Accept-Encoding': 'gzip, br', 'If-None-Match': `"${script.hash}-br"` });
    expect([compressed.status, compressed.headers]).toEqual([304, expect.objectContaining({ vary: 'Accept-Encoding' })]);
    expect(compressed.headers).not.toHaveProperty('content-encoding');
  });

  it.each(['/embed.js', EXACT])('answers HEAD, OPTIONS and other methods at %s like every address', async (path) => {
    const head = await send('HEAD', path);
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(script.file.identity.length)]);
    const options = await send('OPTIONS', path);
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const post = await send('POST', path);
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it.each(['/embed.0123456789abcdef.js', '/embed..js', '/embed.js/', '/embed', `${EXACT}.map`, '/Embed.js'])(
    'has no version at %s',
    async (path) => {
      const { status, headers, text } = await send('GET', path);
      expect([status, (JSON.parse(text) as { error: { code: string } }).error.code]).toEqual([404, 'resource_not_found']);
      expect(headers['cache-control']).toBe('no-store, no-transform');
    },
  );
});
