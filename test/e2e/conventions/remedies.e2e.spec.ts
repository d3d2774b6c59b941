import { expectError } from '../../support/api';
import type { Answer } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { aForm, submit } from '../../support/forms';

let app: TestApp;
let form: { id: string; etag: string };
beforeAll(async () => {
  app = await startApp();
  form = await aForm(app.api);
});
afterAll(() => app.close());

const detailsOf = (answer: Answer): Record<string, unknown> => {
  expectError(answer, 'validation_failed');
  return answer.body.error!.details;
};
const submissions = (query: string): Promise<Answer> => app.api.get(`/v1/forms/${form.id}/submissions?${query}`);

describe('faults of the query', () => {
  it('are reported together with those of the body', async () => {
    const body = { name: '', colour: 'red' };
    const answer = await app.api.patch(`/v1/forms/${form.id}?dry_run=1`, body, { ifMatch: form.etag });
    expect(detailsOf(answer)).toEqual({
      dry_run: ['unknown query parameter'],
      name: ['must not be empty'],
      colour: ['unknown property'],
    });
  });

  it('call an unknown parameter the same wherever it is sent', async () => {
    expect(detailsOf(await app.api.get('/v1/forms?colour=red&limit=0'))).toEqual({
      colour: ['unknown query parameter'],
      limit: ['must be a whole number from 1 to 50'],
    });
    expect(detailsOf(await app.api.get('/v1/capabilities?colour=red'))).toEqual({
      colour: ['unknown query parameter'],
    });
  });

  it('say so when a parameter is repeated', async () => {
    expect(detailsOf(await app.api.get('/v1/forms?limit=5&limit=5&x=1&x=2'))).toEqual({
      limit: ['must be sent only once'],
      x: ['unknown query parameter'],
    });
  });

  it('hint at %2B when a + of a zone was decoded to a space', async () => {
    const details = detailsOf(await submissions('received_after=2026-11-20T21:26:00+01:00'));
    expect(details['received_after']).toEqual([expect.stringContaining('%2B')]);
    expect((await submissions('received_after=2026-11-20T21:26:00%2B01:00')).status).toBe(200);
    const other = detailsOf(await submissions('received_after=yesterday'));
    expect(other['received_after']).not.toEqual([expect.stringContaining('%2B')]);
  });
});

describe('a body', () => {
  const put = (text: string): Promise<Answer> =>
    app.api.patch(`/v1/forms/${form.id}`, text, {
      ifMatch: form.etag,
      headers: { 'content-type': 'application/json' },
    });

  it('that is no JSON is told the line and column of the error, and never quoted', async () => {
    const answer = await put('{\n  "name": "é", }');
    expectError(answer, 'malformed_request');
    expect(answer.body.error!.message).toBe(
      'The request body is not valid JSON: there is an error at line 2, column 16.',
    );
    const submitted = await submit(app.api, { id: form.id }, '{"secret": }', { 'content-type': 'application/json' });
    expect(JSON.stringify(submitted.body)).not.toContain('secret');
  });

  it('that is too large is told the limit', async () => {
    const answer = await put(`{"name":"${'x'.repeat(300_000)}"}`);
    expectError(answer, 'payload_too_large');
    expect(answer.body.error!.message).toContain('at most 262144 bytes');
  });
});

describe('412', () => {
  it.each<[string, (etag: string) => string, RegExp]>([
    ['stale', (etag) => etag.replace(/\d+"$/, '999"'), /^The resource changed since it was read\./],
    ['weak', (etag) => `W/${etag}`, /^A weak ETag/],
    ['malformed', (etag) => `${etag}, x`, /malformed/],
    ['of another resource', () => '"w-019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f-1-0"', /another resource/],
  ])('says that the tag is %s', async (_, header, message) => {
    const answer = await app.api.patch(`/v1/forms/${form.id}`, { name: 'x' }, { ifMatch: header(form.etag) });
    expectError(answer, 'precondition_failed');
    expect(answer.body.error!.message).toMatch(message);
  });
});
