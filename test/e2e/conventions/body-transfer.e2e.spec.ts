import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expectError, expectFieldErrors } from '../../support/api';
import type { Answer } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm, etagOf } from '../../support/forms';
import { exchange } from '../../support/raw-http';
import { aFanOut, aWebhook } from '../../support/workflows';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
  form = await aForm(app.api);
});
afterAll(() => app.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const KIB = 1024;

const formPath = () => `/v1/forms/${form.id}`;

/** Sends a raw body to the edit of a form. */
const patch = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE): Promise<Answer> =>
  app.api.patch(formPath(), body, { ifMatch: '*', headers });

describe('the content type', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/merge-patch+json',
  ])('may be %s', async (type) => {
    expect((await patch('{}', { 'content-type': type })).status).toBe(200);
  });

  it.each([
    '',
    'json',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/vnd.api+json',
    'application/json-patch+json',
    'application/json, text/plain',
  ])('cannot be %j, and the answer says what can', async (type) => {
    const answer = await patch('{}', { 'content-type': type });
    expectError(answer, 'unsupported_media_type');
    expect(answer.headers.accept).toBe('application/json, application/merge-patch+json');
  });

  it('is required', async () => {
    expectError(await patch('{}', {}), 'unsupported_media_type');
  });

  it('can be a merge patch for PATCH only', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await app.api.post('/v1/forms', '{}', { headers });
    expectError(answer, 'unsupported_media_type');
    expect(answer.headers.accept).toBe('application/json');
  });

  it('is required on a delete with a body, and not without', async () => {
    const ifMatch = '*';
    const refused = await app.api.delete(formPath(), { ifMatch, headers: { 'content-type': 'text/plain' } }, '{}');
    expectError(refused, 'unsupported_media_type');
    const { id } = await aForm(app.api);
    const headers = { 'content-type': 'text/plain' };
    expect((await app.api.delete(`/v1/forms/${id}`, { ifMatch, headers })).status).toBe(200);
  });
});

describe('the content coding', () => {
  it('may be identity', async () => {
    expect((await patch('{}', { ...JSON_TYPE, 'content-encoding': 'identity' })).status).toBe(200);
  });

  it.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'x'])('cannot be %s', async (coding) => {
    const answer = await patch('{}', { ...JSON_TYPE, 'content-encoding': coding });
    expectError(answer, 'unsupported_media_type');
    expect(answer.headers['accept-encoding']).toBe('identity');
  });
});

describe('the size', () => {
  const padded = (bytes: number): string => `{"name":"x"${' '.repeat(bytes - 12)}}`;

  it('may be 256 KiB', async () => {
    expect((await patch(padded(256 * KIB))).status).toBe(200);
  });

  it('cannot be one byte more, and the connection closes', async () => {
    const answer = await patch(padded(256 * KIB + 1));
    expectError(answer, 'payload_too_large');
    expect(answer.headers.connection).toBe('close');
  });

  it('is measured in bytes, not in characters', async () => {
    expectError(await patch(`{"name":"${'ü'.repeat(128 * KIB)}"}`), 'payload_too_large');
  });

  it('may be 512 KiB for a draft of a workflow', async () => {
    const definition = JSON.stringify({ definition: aFanOut(aWebhook('crm')) });
    const draft = (bytes: number) => definition.slice(0, -1) + ' '.repeat(bytes - definition.length) + '}';
    const put = (body: string) => app.api.put(`${formPath()}/workflow/draft`, body, { ifMatch: '*', headers: JSON_TYPE });
    expect((await put(draft(512 * KIB))).status).toBe(200);
    expectError(await put(draft(512 * KIB + 1)), 'payload_too_large');
  });

  it('is refused by Content-Length before any of the body has arrived', async () => {
    const { status, headers, body } = await exchange(app.api.baseUrl, await headOf(`Content-Length: ${10 * KIB * KIB}`));
    expect([status, headers.connection, codeIn(body)]).toEqual([413, 'close', 'payload_too_large']);
  });

  it('is refused during a transfer without a length', async () => {
    const chunk = `10000\r\n${'x'.repeat(64 * KIB)}\r\n`;
    const { status, body } = await exchange(app.api.baseUrl, await headOf('Transfer-Encoding: chunked'), chunk.repeat(5));
    expect([status, codeIn(body)]).toEqual([413, 'payload_too_large']);
  });

  it('may be missing for a small body', async () => {
    const chunks = '3\r\n{"n\r\n6\r\name":"\r\n3\r\nx"}\r\n0\r\n\r\n';
    const { status } = await exchange(app.api.baseUrl, await headOf('Transfer-Encoding: chunked'), chunks);
    expect(status).toBe(200);
  });

  const headOf = async (...lines: string[]): Promise<string> =>
    [
      `PATCH ${formPath()} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${await app.key()}`,
      'If-Match: *',
      'Content-Type: application/json',
      'Connection: close',
      ...lines,
      '',
      '',
    ].join('\r\n');

  const codeIn = (body: string): string => (JSON.parse(body) as { error: { code: string } }).error.code;
});

describe('operations without a body', () => {
  const publish = (body: object | string | undefined, headers?: Record<string, string>): Promise<Answer> =>
    app.api.post(`${formPath()}/workflow/publish`, body, { ifMatch: '*', headers });

  it('accept no body or an empty object', async () => {
    expect((await publish(undefined)).status).toBe(201);
    expect((await publish({})).status).toBe(201);
    expect((await publish('', JSON_TYPE)).status).toBe(201);
  });

  it('accept an empty chunked body without a content type', async () => {
    expect((await deleteInChunks('0\r\n\r\n')).status).toBe(200);
    expect((await deleteInChunks('2\r\n{}\r\n0\r\n\r\n')).status).toBe(415);
    expect((await deleteInChunks('2\r\n{}\r\n0\r\n\r\n', 'Content-Type: application/json')).status).toBe(200);
  });

  const deleteInChunks = async (chunks: string, ...more: string[]) => {
    const { id } = await aForm(app.api);
    const lines = ['Host: x', `Authorization: Bearer ${await app.key()}`, 'If-Match: *', 'Connection: close', ...more];
    const head = [`DELETE /v1/forms/${id} HTTP/1.1`, ...lines, 'Transfer-Encoding: chunked', '', ''];
    return exchange(app.api.baseUrl, head.join('\r\n'), chunks);
  };

  it('refuse any other body', async () => {
    expectFieldErrors(await publish({ force: true }), 'force');
    expectFieldErrors(await publish('[]', JSON_TYPE), 'body');
    expectFieldErrors(await publish('null', JSON_TYPE), 'body');
    expectError(await publish('{', JSON_TYPE), 'malformed_request');
    expectError(await publish('{}', { 'content-type': 'text/plain' }), 'unsupported_media_type');
  });

  it('refuse a body on a delete before anything is deleted', async () => {
    expectFieldErrors(await app.api.delete(formPath(), { ifMatch: '*' }, { id: form.id }), 'id');
    expect(await etagOf(app.api, form)).toMatch(/^"f-/);
  });

  it('ignore it on a read', async () => {
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    expect((await app.api.call('GET', formPath(), 'anything', { headers })).status).toBe(200);
  });
});

describe('a body that ends too early', () => {
  it('changes nothing and does not affect later requests', async () => {
    const before = await etagOf(app.api, form);
    const key = await app.key();
    const lines = [`PATCH ${formPath()} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, 'If-Match: *'];
    await new Promise<void>((resolve) => {
      const { hostname, port } = new URL(app.api.baseUrl);
      const socket = connect(Number(port), hostname, () => {
        socket.write([...lines, 'Content-Type: application/json', 'Content-Length: 100', '', '{"name":'].join('\r\n'));
        socket.end();
      });
      socket
        .on('error', () => undefined)
        .on('close', () => resolve())
        .resume();
    });
    expect(await etagOf(app.api, form)).toBe(before);
    expect((await aForm(app.api, {}, { idempotencyKey: randomUUID() })).id).toBeDefined();
  });
});
