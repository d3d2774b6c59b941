import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { aDraft, aFanOut, aNode, aVersion, aWebhook, STORE } from '../../support/workflows';
import type { SigningSecretView } from '../../../src/workflows/signing-secret-view.dto';
import { SigningSecretsService } from '../../../src/workflows/signing-secrets.service';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/v1/forms/${id}/workflow/signing-secrets`;
const list = async (form: { id: string }) => (await app.api.get<SigningSecretView[]>(path(form))).body.data;

describe('200', () => {
  it('is empty for the draft of a new form', async () => {
    expect(await list(await aForm(app.api))).toEqual([]);
  });

  it('shows one secret for each webhook node, of the draft first and then of the published version', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form, aFanOut(STORE, aWebhook('old'), aWebhook('kept')));
    await aDraft(app.api, form, aFanOut(aWebhook('new', { signing: 'none' }), aWebhook('kept'), aNode('chat', 'slack')));
    const secrets = await list(form);
    expect(secrets.map(({ node_id }) => node_id)).toEqual(['new', 'kept', 'old']);
    expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(3);
    for (const each of secrets) {
      expect(each).toEqual({
        node_id: expect.any(String),
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        previous_secret: null,
        previous_valid_until: null,
        previous: [],
        created_at: expect.stringMatching(/Z$/),
      });
    }
  });

  it('creates a secret when a draft first contains the node, and keeps it from then on', async () => {
    const form = await aForm(app.api);
    await aDraft(app.api, form, aFanOut(aWebhook('crm')));
    const [first] = await list(form);
    await aDraft(app.api, form, aFanOut(aWebhook('crm', { method: 'PUT' }), aWebhook('two')));
    expect((await list(form))[0]).toEqual(first);
    await aDraft(app.api, form, aFanOut(STORE));
    expect(await list(form)).toEqual([]);
    await aDraft(app.api, form, aFanOut(aWebhook('crm')));
    expect(await list(form)).toEqual([first]);
  });

  it('gives nodes of the same name in two workflows secrets of their own', async () => {
    const [form, other] = [await aForm(app.api), await aForm(app.api)];
    await aDraft(app.api, form, aFanOut(aWebhook('crm')));
    await aDraft(app.api, other, aFanOut(aWebhook('crm')));
    expect((await list(form))[0]!.secret).not.toBe((await list(other))[0]!.secret);
  });

  it('must not be cached', async () => {
    const { headers } = await app.api.get(path(await aForm(app.api)));
    expect(headers['cache-control']).toContain('no-store');
  });

  it('is the secret that signs deliveries', async () => {
    const form = await aForm(app.api);
    const { workflow_id } = await aVersion(app.api, form, aFanOut(aWebhook('crm')));
    const [{ secret }] = (await list(form)) as [SigningSecretView];
    expect(await app.app.get(SigningSecretsService).activeFor(workflow_id, 'crm')).toEqual([secret]);
  });
});

describe('secrecy', () => {
  it('stores secrets encrypted, and shows them in no other response', async () => {
    const form = await aForm(app.api);
    const { workflow_id } = await aVersion(app.api, form, aFanOut(aWebhook('crm')));
    const [{ secret }] = (await list(form)) as [SigningSecretView];
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const rows = await app.database.query<{ sealed: Buffer }>('select sealed from workflow_signing_secrets where workflow_id = $1', [
      workflow_id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.sealed.includes(key) || rows[0]!.sealed.includes(secret)).toBe(false);
    const dump = JSON.stringify(await app.database.query('select reply from idempotency_records'));
    const workflow = JSON.stringify((await app.api.get(`/v1/forms/${form.id}/workflow`)).body);
    const version = JSON.stringify((await app.api.get(`/v1/forms/${form.id}/workflow/versions/1`)).body);
    for (const text of [dump, workflow, version]) expect(text).not.toContain('whsec_');
  });

  it('decrypts a secret only for its own node', async () => {
    const form = await aForm(app.api);
    const { workflow_id } = await aVersion(app.api, form, aFanOut(aWebhook('a'), aWebhook('b')));
    await app.database.query(
      `update workflow_signing_secrets set sealed = (select sealed from workflow_signing_secrets where workflow_id = $1
        and node_id = 'a') where workflow_id = $1 and node_id = 'b'`,
      [workflow_id],
    );
    const answer = await app.api.get(path(form));
    expectError(answer, 'internal_error');
  });
});

describe('403', () => {
  it('refuses a read-only key, since secrets are shown', async () => {
    const api = app.api.as(await app.key({ isReadOnly: true }));
    expectError(await api.get(path(await aForm(app.api))), 'writes_disabled');
  });

  it('requires more than workflows:read', async () => {
    const api = app.api.as(await app.key({ scopes: allScopesBut('workflows:write') }));
    const answer = await api.get(path(await aForm(app.api)));
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:write');
  });
});

describe('404', () => {
  it('does not find the secrets of another account', async () => {
    const form = await aForm(app.api);
    await aDraft(app.api, form, aFanOut(aWebhook('crm')));
    expectError(await app.api.as((await app.stranger()).key).get(path(form)), 'resource_not_found');
  });
});
