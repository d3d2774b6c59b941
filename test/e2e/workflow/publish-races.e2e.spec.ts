import { Client } from 'pg';
import { untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm, anEnabledForm, aSubmission } from '../../support/forms';
import { aFanOut, aVersion, aWebhook, STORE, readWorkflow } from '../../support/workflows';
import type { Definition } from '../../../src/workflows/model/definition.types';
import { WorkflowPrecondition } from '../../../src/workflows/workflow.resolver';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/v1/forms/${id}/workflow/publish`;
const publish = (form: { id: string }, ifMatch = '*', idempotencyKey?: string) =>
  app.api.post(path(form), undefined, { ifMatch, ...(idempotencyKey && { idempotencyKey }) });

const countVersions = async (form: { id: string }): Promise<number> =>
  (await app.api.get<unknown[]>(`/v1/forms/${form.id}/workflow/versions`)).body.data.length;

describe('concurrent publishings', () => {
  it('create one version for fifty requests with one ETag and different keys', async () => {
    const form = await aForm(app.api);
    const { etag } = await readWorkflow(app.api, form);
    const answers = await Promise.all(Array.from({ length: 50 }, () => untilServed(() => publish(form, etag))));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(49);
    expect(await countVersions(form)).toBe(1);
  });

  it('create one version for twenty requests with one key', async () => {
    const form = await aForm(app.api);
    const { etag } = await readWorkflow(app.api, form);
    const answers = await Promise.all(Array.from({ length: 20 }, () => untilServed(() => publish(form, etag, 'same'))));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await countVersions(form)).toBe(1);
  });

  it('number versions without gaps', async () => {
    const form = await aForm(app.api);
    const answers = await Promise.all(Array.from({ length: 20 }, () => untilServed(() => publish(form))));
    const numbers = answers.map(({ body }) => body.data.version as number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('store definition, node count and costs of the same draft while it is edited', async () => {
    const form = await aForm(app.api);
    const fans = Array.from({ length: 10 }, (_, n) => aFanOut(STORE, ...webhooks(n)));
    const work = fans.flatMap((fan) => [
      untilServed(() => publish(form)),
      untilServed(() => app.api.put(draftPath(form), { definition: fan }, { ifMatch: '*' })),
    ]);
    expect((await Promise.all(work)).map(({ status }) => status)).toEqual(fans.flatMap(() => [201, 200]));
    for (let number = 1; number <= fans.length; number++) {
      const { data } = (await app.api.get(`/v1/forms/${form.id}/workflow/versions/${number}`)).body;
      const { nodes } = data.definition as Definition;
      expect(data).toMatchObject({ node_count: nodes.length, estimated_max_cost: costOf(nodes) });
    }
  });

  it('do not delay submissions', async () => {
    const form = await anEnabledForm(app.api);
    await aVersion(app.api, form);
    await app.transactions.run(async () => {
      expect(await app.app.get(WorkflowPrecondition).lock(form.id)).toMatchObject({ publishedVersion: 1 });
      expect(await aSubmission(app.api, form)).toEqual(expect.any(String));
    });
  });

  it('block concurrent changes of the form and its fields', async () => {
    const form = await aForm(app.api);
    const other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
    await app.transactions.run(async () => {
      await app.app.get(WorkflowPrecondition).lock(form.id);
      const edit = other.query('select from forms where id = $1 for update nowait', [form.id]);
      await expect(edit).rejects.toThrow('could not obtain lock');
    });
    await other.end();
  });

  it('serialize with a deletion of the form and never answer 500', async () => {
    const forms = await Promise.all(Array.from({ length: 10 }, () => aForm(app.api)));
    const ends = await Promise.all(
      forms.map((form) => [publish(form), app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' })]).map((pair) => Promise.all(pair)),
    );
    for (const [published, deleted] of ends) {
      expect([201, 404]).toContain(published!.status);
      expect(deleted!.status).toBe(200);
    }
  });
});

const draftPath = ({ id }: { id: string }) => `/v1/forms/${id}/workflow/draft`;
const webhooks = (count: number) => Array.from({ length: count }, (_, n) => aWebhook(`n${n}`));
const costOf = (nodes: Definition['nodes']): number => nodes.filter(({ type }) => type === 'webhook').length * 2;
