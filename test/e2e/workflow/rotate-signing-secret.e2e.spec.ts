import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { statementsDuring } from '../../support/queries';
import { aDraft, aFanOut, aVersion, aWebhook, STORE, readWorkflow } from '../../support/workflows';
import type { SigningSecretView } from '../../../src/workflows/signing-secret-view.dto';
import { SigningSecretsService } from '../../../src/workflows/signing-secrets.service';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }, node = 'crm') => `/v1/forms/${id}/workflow/signing-secrets/${node}/rotate`;
const rotate = (form: { id: string }, body?: object, idempotencyKey = '') =>
  app.api.post<SigningSecretView>(path(form), body, { idempotencyKey });
const listed = async ({ id }: { id: string }): Promise<SigningSecretView> =>
  (await app.api.get<SigningSecretView[]>(`/v1/forms/${id}/workflow/signing-secrets`)).body.data[0]!;

async function aFormWithWebhook(): Promise<{ id: string }> {
  const form = await aForm(app.api);
  await aDraft(app.api, form, aFanOut(STORE, aWebhook('crm')));
  return form;
}

const active = async (form: { id: string }): Promise<string[]> =>
  app.app.get(SigningSecretsService).activeFor((await readWorkflow(app.api, form)).id, 'crm');

describe('200', () => {
  it('answers the new secret, and the previous one with its expiry', async () => {
    const form = await aFormWithWebhook();
    const before = await listed(form);
    app.clock.forward({ seconds: 1 });
    const answer = await rotate(form, { overlap_seconds: 3600 });
    expect(answer.status).toBe(200);
    const { data } = answer.body;
    expect(data).toEqual({
      node_id: 'crm',
      secret: expect.stringMatching(/^whsec_/),
      previous_secret: before.secret,
      previous_valid_until: new Date(Date.parse(data.created_at) + 3_600_000).toISOString(),
      previous: [{ secret: before.secret, valid_until: data.previous_valid_until }],
      created_at: expect.any(String),
    });
    expect(data.secret).not.toBe(before.secret);
    expect(Date.parse(data.created_at)).toBeGreaterThan(Date.parse(before.created_at));
    expect(await listed(form)).toEqual(data);
  });

  it.each([
    ['no body', undefined],
    ['an empty body', {}],
  ])('keeps the previous secret valid for 24 hours with %s', async (_, body) => {
    const { data } = (await rotate(await aFormWithWebhook(), body)).body;
    expect(Date.parse(data.previous_valid_until!) - Date.parse(data.created_at)).toBe(86_400_000);
  });

  it('signs with both secrets during the overlap, newest first', async () => {
    const form = await aFormWithWebhook();
    const { data } = (await rotate(form, { overlap_seconds: 60 })).body;
    expect(await active(form)).toEqual([data.secret, data.previous_secret]);
    app.clock.forward({ seconds: 61 });
    expect(await active(form)).toEqual([data.secret]);
    expect(await listed(form)).toEqual({ ...data, previous_secret: null, previous_valid_until: null, previous: [] });
  });

  it('is in effect for the next delivery of the same process, which otherwise reads no secret again', async () => {
    const form = await aFormWithWebhook();
    const { id } = await readWorkflow(app.api, form);
    const signing = app.app.get(SigningSecretsService);
    const old = await signing.activeFor(id, 'crm');
    const statements = await statementsDuring(async () => void (await signing.activeFor(id, 'crm')));
    expect(statements).toEqual([]);
    const { data } = (await rotate(form)).body;
    expect(await signing.activeFor(id, 'crm')).toEqual([data.secret, ...old]);
  });

  it('ends all earlier secrets at once without an overlap', async () => {
    const form = await aFormWithWebhook();
    await rotate(form);
    await rotate(form);
    const { data } = (await rotate(form, { overlap_seconds: 0 })).body;
    expect(data).toMatchObject({ previous_secret: null, previous_valid_until: null, previous: [] });
    expect(await active(form)).toEqual([data.secret]);
  });

  it('signs with each secret until its own overlap ends when it is rotated again', async () => {
    const form = await aFormWithWebhook();
    const original = (await listed(form)).secret;
    const first = (await rotate(form, { overlap_seconds: 3600 })).body.data;
    const second = (await rotate(form, { overlap_seconds: 60 })).body.data;
    expect(second.previous.map(({ secret }) => secret)).toEqual([first.secret, original]);
    expect(second.previous_secret).toBe(first.secret);
    expect(await active(form)).toEqual([second.secret, first.secret, original]);
    app.clock.forward({ seconds: 61 });
    expect(await active(form)).toEqual([second.secret, original]);
    expect(await listed(form)).toMatchObject({ previous_secret: original, previous: [{ secret: original }] });
  });

  it('replays the answer to a repeated request with its secrets, which are stored encrypted', async () => {
    const form = await aFormWithWebhook();
    const { data } = (await rotate(form, { overlap_seconds: 60 }, 'again')).body;
    const repeated = await rotate(form, { overlap_seconds: 60 }, 'again');
    expect(repeated.body.data).toEqual(data);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(await listed(form)).toEqual(data);
    expectError(await rotate(form, { overlap_seconds: 0 }, 'again'), 'idempotency_conflict');
    const stored = await app.database.query<{ reply: object }>('select reply from idempotency_records');
    expect(JSON.stringify(stored)).toContain(data.created_at);
    expect(JSON.stringify(stored)).not.toContain('whsec_');
  });

  it('answers ten concurrent rotations with at most five previous secrets', async () => {
    const form = await aFormWithWebhook();
    const original = (await listed(form)).secret;
    const answers = await Promise.all(Array.from({ length: 10 }, () => untilServed(() => rotate(form))));
    const rotated = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.secret);
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(409)]);
    expect(new Set(await active(form))).toEqual(new Set([original, ...rotated]));
  });

  it('rotates the secret of a node that only the published version has, and changes neither draft nor ETag', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form, aFanOut(aWebhook('crm')));
    const etag = await aDraft(app.api, form, aFanOut(STORE));
    expect((await rotate(form)).status).toBe(200);
    expect((await readWorkflow(app.api, form)).etag).toBe(etag);
  });

  it('writes an audit event without the secret', async () => {
    const form = await aFormWithWebhook();
    await rotate(form);
    const [event] = await app.database.query<object>(
      `select action, form_id, resource_id from audit_events where action like '%rotate' and form_id = $1`,
      [form.id],
    );
    expect(event).toEqual({
      action: 'POST /v1/forms/:form/workflow/signing-secrets/:node_id/rotate',
      form_id: form.id,
      resource_id: 'crm',
    });
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const api = app.api.as(await app.key({ scopes: allScopesBut('workflows:write') }));
    const answer = await api.post(path(await aFormWithWebhook()));
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:write');
  });

  it('refuses a key that may only read', async () => {
    const form = await aFormWithWebhook();
    const api = app.api.as(await app.key({ isReadOnly: true }));
    expectError(await api.post(path(form)), 'writes_disabled');
  });
});

describe('404', () => {
  it.each(['gone', 'start', 'store', 'CRM', '%00', '..%2Fcrm', '__proto__'])('does not find the webhook node %s', async (node) => {
    expectError(await app.api.post(path(await aFormWithWebhook(), node)), 'resource_not_found');
  });

  it('does not find a node that neither the draft nor the published version has any more', async () => {
    const form = await aFormWithWebhook();
    await aDraft(app.api, form, aFanOut(STORE));
    expectError(await rotate(form), 'resource_not_found');
  });

  it('does not find a node of another form, another account, or a form without a grant', async () => {
    const [form, empty] = [await aFormWithWebhook(), await aForm(app.api)];
    const before = await listed(form);
    const stranger = app.api.as((await app.stranger()).key);
    const selected = app.api.as(await app.key({ formIds: [empty.id] }));
    const answers = [await app.api.post(path(empty)), await stranger.post(path(form)), await selected.post(path(form))];
    for (const answer of answers) expectError(answer, 'resource_not_found');
    expect(await listed(form)).toEqual(before);
  });
});

describe('409', () => {
  it('refuses a sixth previous secret until one expires, unless all are ended at once', async () => {
    const form = await aFormWithWebhook();
    for (const overlap_seconds of [60, 3600, 3600, 3600, 3600]) await rotate(form, { overlap_seconds });
    const before = await listed(form);
    const answer = await rotate(form, { overlap_seconds: 60 });
    expectError(answer, 'too_many_secrets');
    expect(answer.body.error!.message).toContain('overlap_seconds');
    expect(await listed(form)).toEqual(before);
    app.clock.forward({ seconds: 61 });
    expect((await rotate(form, { overlap_seconds: 60 })).body.data.previous).toHaveLength(5);
    expect((await rotate(form, { overlap_seconds: 0 })).body.data.previous).toEqual([]);
  });
});

describe('422', () => {
  it.each([[-1], [604_801], [1.5], ['60'], [null], [true]])('refuses %j seconds', async (overlap_seconds) => {
    const form = await aFormWithWebhook();
    const before = await listed(form);
    expectFieldErrors(await rotate(form, { overlap_seconds }), 'overlap_seconds');
    expect(await listed(form)).toEqual(before);
  });

  it.each(['null', '[]', '"x"', '7'])('refuses %s as the body', async (body) => {
    const headers = { 'content-type': 'application/json' };
    expectError(await app.api.post(path(await aFormWithWebhook()), body, { headers }), 'validation_failed');
  });

  it('names an unknown member', async () => {
    expectFieldErrors(await rotate(await aFormWithWebhook(), { secret: 'whsec_mine' }), 'secret');
  });
});
