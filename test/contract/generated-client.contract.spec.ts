import { shareApp } from '../support/app';
import { loadClient } from '../support/client';
import { apiDocument } from '../support/api-document';

const { createClient, submit, isRefusal } = loadClient();

/** `npm run check` compiles it strictly, and compares it with what the document gives. */
describe('a client generated from the document', () => {
  it('has every operation, and its calls succeed', async () => {
    const app = await shareApp();
    const client = createClient({ baseUrl: app.api.baseUrl, apiKey: await app.key() });
    const operations = Object.values(apiDocument.paths).flatMap((methods) => Object.values(methods));
    for (const { operationId } of operations) expect([operationId, operationId in client]).toEqual([operationId, true]);

    const body = { name: 'Contact', validate_fields: false, notifications_enabled: false };
    const { data: created } = await client.createForm({ body });
    const form = created.id;
    await client.updateForm({ path: { form: form }, headers: { 'If-Match': '*' }, body: { status: 'enabled' } });
    await submit(created.endpoint_url.replace(/^https?:\/\/[^/]+/, app.api.baseUrl), { email: 'ada@example.com' });
    expect(await client.listForms()).toMatchObject({ data: [{ id: form }] });
    expect(await client.listFields({ path: { form } })).toMatchObject({ data: [] });
    expect(await client.listSubmissions({ path: { form } })).toMatchObject({
      data: [{ fields: { email: 'ada@example.com' } }],
    });
    expect(await client.getWorkflow({ path: { form } })).toMatchObject({ data: { published: null } });
    expect(await client.listWorkflowRuns({ path: { form } })).toMatchObject({ data: [] });
    const unknown = await client.getWorkflowVersion({ path: { form, version: 9 } }).catch((error: unknown) => error);
    expect(isRefusal(unknown, 'getWorkflowVersion') && unknown.code).toBe('resource_not_found');
  });
});
