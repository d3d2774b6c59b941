import { Client } from 'pg';
import { expectError } from '../support/api';
import { atEnd } from '../support/at-end';
import { waitUntil } from '../support/wait-until';
import type { CreatedForm } from '../support/forms';
import { anEnabledForm, aSubmission, reload, submit } from '../support/forms';
import { ServiceProcess } from '../support/service-process';

let service: ServiceProcess;
let client: Client;
beforeAll(async () => {
  service = await ServiceProcess.prepare();
  await service.start();
  client = new Client({ connectionString: await service.databaseUrl() });
  await client.connect();
  atEnd(() => client.end());
});

const SIZE = 30_000;

async function aBigForm(): Promise<CreatedForm> {
  const form = await anEnabledForm(service.api);
  await submit(service.api, form, { n: 1 }, { 'idempotency-key': 'k' });
  await client.query(
    `insert into submissions (id, form_id, source, fields, received_at)
     select gen_random_uuid(), $1, 'api', '{}', now() from generate_series(1, $2::int)`,
    [form.id, SIZE],
  );
  await client.query('update form_stats set submissions_count = submissions_count + $2 where form_id = $1', [form.id, SIZE]);
  return form;
}

async function countOf(table: string, form: { id: string }): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table} where form_id = $1`, [form.id]);
  return Number(rows[0]!.count);
}

const isGone = async ({ id }: { id: string }) => (await client.query('select from forms where id = $1', [id])).rowCount === 0;

describe('a form with very many submissions', () => {
  it('is invisible as soon as its deletion is answered', async () => {
    const [form, other] = [await aBigForm(), await anEnabledForm(service.api)];
    await aSubmission(service.api, other);
    const path = `/v1/forms/${form.id}`;
    const { etag } = await reload(service.api, form);
    const answer = await service.api.delete(path, { ifMatch: etag });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: {} });
    expect(await countOf('submissions', form)).toBeGreaterThan(SIZE - 2);
    const token = { 'x-submission-token': form.submission_token };
    const answers = [
      await service.api.get(path),
      await service.api.get(`${path}/fields`),
      await service.api.get(`${path}/workflow`),
      await service.api.get(`${path}/submissions`),
      await service.api.patch(path, { name: 'Back' }, { ifMatch: '*' }),
      await service.api.delete(path, { ifMatch: etag }),
      await submit(service.api, form, { n: 1 }),
      await submit(service.api, form, { n: 1 }, token),
      await submit(service.api, form, { n: 1 }, { 'idempotency-key': 'k' }),
    ];
    for (const each of answers) expectError(each, 'resource_not_found');
    const { body } = await service.api.get<{ id: string }[]>('/v1/forms?limit=50');
    expect(body.data.map(({ id }) => id)).toEqual([other.id]);
    expect(await reload(service.api, other)).toMatchObject({ submissions_count: 1 });
  });

  it('is purged completely by processes that are killed repeatedly', async () => {
    const form = await aBigForm();
    await service.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' });
    const left: number[] = [await countOf('submissions', form)];
    for (let round = 0; round < 2; round += 1) {
      await service.kill();
      const starting = service.start();
      await waitUntil(async () => (await countOf('submissions', form)) < left.at(-1)!);
      await service.kill();
      await starting.catch(() => undefined); // the process may have been killed before it was ready
      left.push(await countOf('submissions', form));
    }
    await service.start();
    await waitUntil(() => isGone(form));
    for (const table of ['submissions', 'submission_idempotency_keys', 'fields', 'form_stats', 'workflows']) {
      expect({ table, left: await countOf(table, form) }).toEqual({ table, left: 0 });
    }
  });
});
