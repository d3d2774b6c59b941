import { Client } from 'pg';
import type { RunSummaryView, RunView } from '../../src/workflows/runs/api/run-view.dto';
import { type Answer, untilServed } from '../support/api';
import { anEnabledForm, type CreatedForm, setSettings, submit } from '../support/forms';
import { URLENCODED } from '../support/intake';
import { aPublishedForm, listRuns } from '../support/runs';
import { ServiceProcess } from '../support/service-process';
import { waitUntil } from '../support/wait-until';
import { aDefinition, aDraft, aFanOut, aNode, aWebhook, START, STORE, workflowPath } from '../support/workflows';

const repeated = (begin: string, end: string, levels: number): string => begin.repeat(levels) + end.repeat(levels);

/** As deep as 16 KiB allow. LiquidJS exhausts the stack of a process at about 1,300 levels of tags. */
const TEMPLATES: ((levels: number) => string)[] = [
  (levels) => '{%if 1%}'.repeat(levels),
  (levels) => repeated('{%unless a%}', '{%endunless%}', levels / 4),
  (levels) => '{%for a in b%}'.repeat(levels / 2),
  (levels) => '{%case 1%}{%when 1%}'.repeat(levels / 3),
  (levels) => '{%if 1%}{%else%}'.repeat(levels / 2),
  (levels) => `{{ ${repeated('a[', ']', levels * 2)} }}`,
  (levels) => `{{ 1 | plus: ${'('.repeat(levels * 8)} }}`,
  (levels) => `{% assign a = ${repeated('b[', ']', levels * 2)} %}`,
  (levels) => `{% case 1 %}{% when ${'"x"['.repeat(levels)} %}{% endcase %}`,
];
const MOST = 1900;

const setting = (template: string) => aNode('deep', 'set_fields', { set: { a: template } });
const deepTemplate = (round: number) => aFanOut(STORE, setting(TEMPLATES[round % TEMPLATES.length]!(MOST - ((round * 97) % 1600))));
const deepCondition = aFanOut(STORE, aNode('if', 'filter', { where: JSON.parse(`${'{"not":'.repeat(25)}1${'}'.repeat(25)}`) as object }));
const chain = Array.from({ length: 48 }, (_, at) => aNode(`n${at}`, 'delay', { seconds: 1 }));
const cycle = aDefinition(
  [START, STORE, ...chain],
  ...['start>store', 'start>n0', 'n47>n0'],
  ...chain.slice(1).map(({ id }, at) => `n${at}>${id}`),
);

/** Rows that came into the database before there was a limit. */
const STORED = aFanOut(
  STORE,
  ...TEMPLATES.map((template, at) => aNode(`n${at}`, 'set_fields', { set: { a: template(MOST) } })),
  aWebhook('hook', { headers: { 'X-Token': `{{ secrets.${'A['.repeat(5000)} }}` } }),
);

const JSON_TYPE = { 'content-type': 'application/json' };
const CSV = { 'content-type': 'text/csv' };
const NDJSON = { 'content-type': 'application/x-ndjson' };
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' };
const LISTS = repeated('[', ']', 120_000);
const multipart = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n--b--\r\n`;
const LONG_HEADERS = {
  accept: 'text/*;q=0.1;a="b",'.repeat(100),
  'accept-language': 'de-a-b-c;q=0.1,'.repeat(100),
  'if-none-match': 'W/"a,b",'.repeat(100),
  cookie: 'a="b";'.repeat(200),
  'x-forwarded-for': '[::1],'.repeat(200),
};

let service: ServiceProcess;
let form: CreatedForm;
let guarded: CreatedForm;
let old: CreatedForm;

const post = (path: string, body?: object | string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  untilServed(() => service.api.post(path, body, { ifMatch: '*', headers }));
const publish = async (definition: Parameters<typeof aDraft>[2]): Promise<Answer> => {
  await aDraft(service.api, form, definition);
  return post(`${workflowPath(form)}/publish`);
};
const importing = (file: string, headers: Record<string, string>): Promise<Answer> =>
  service.api.post(`/v1/forms/${form.id}/submissions/import`, Buffer.from(file), { idempotencyKey: '', headers });

/** Each deepest input with the status of its answer, and a text in it. */
const INPUTS: [send: (round: number) => Promise<Answer>, status: number, text: string][] = [
  [(round) => publish(deepTemplate(round)), 422, 'nested too deeply'],
  [() => publish(deepCondition), 422, 'nested more than 4 levels'],
  [() => publish(cycle), 422, 'must not close a circle'],
  [() => post(`${workflowPath(old)}/publish`), 422, 'nested too deeply'],
  [() => post(`${workflowPath(old)}/test`, { source: 'sample' }), 422, 'nested too deeply'],
  [() => post('/v1/forms', LISTS, JSON_TYPE), 400, 'nested deeper than 32'],
  [() => post('/v1/forms', { name: 'x', fields: [{ options: JSON.parse(repeated('[', ']', 28)) as object }] }), 422, 'options'],
  [() => submit(service.api, form, LISTS, JSON_TYPE), 400, 'nested deeper than 32'],
  [() => submit(service.api, old, { list: JSON.parse(repeated('[', ']', 30)) as object }), 201, 'id'],
  [() => submit(service.api, form, `list${'[a]'.repeat(20_000)}=1`, URLENCODED), 201, 'ignored_fields'],
  [() => submit(service.api, form, multipart(`list${'[a]'.repeat(30)}`), MULTIPART), 201, 'ignored_fields'],
  [() => submit(service.api, guarded, { list: [], _altcha: Buffer.from(repeated('[', ']', 1500)).toString('base64') }), 422, '_altcha'],
  [() => importing(`list\n${LISTS}\n`, CSV), 200, 'at most 64 KiB'],
  [() => importing(`list\n${repeated('[', ']', 32_000)}\n`, CSV), 200, 'nested deeper than 32'],
  [() => importing(`{"fields":${LISTS}}\n`, NDJSON), 200, 'nested deeper than 32'],
  [() => service.api.get(`/v1/forms?${'a[b]'.repeat(2000)}=1`), 422, 'unknown'],
  [() => service.api.get(`/v1/forms?cursor=${Buffer.from(LISTS.slice(0, 6000)).toString('base64url')}`), 400, 'invalid_cursor'],
  [() => service.api.get('/v1/forms', { headers: LONG_HEADERS }), 200, 'request_id'],
];

/** Of all inputs, which makes a thousand of them, half by each process. */
const ROUNDS = 60;

beforeAll(async () => {
  service = await ServiceProcess.prepare();
  await service.start();
  const fields = [{ name: 'list', type: 'array' }];
  [form, guarded] = [await anEnabledForm(service.api, { fields }), await anEnabledForm(service.api, { fields })];
  await setSettings(service.api, guarded, { spam: { proof_of_work: 'require' } });
  old = await aPublishedForm(service, aFanOut(STORE), { fields });
  await storeAsPublished(old, STORED);
});

/** As a version and as the draft, without any check. */
async function storeAsPublished({ id }: CreatedForm, definition: object): Promise<void> {
  const client = new Client({ connectionString: await service.databaseUrl() });
  await client.connect();
  try {
    await client.query(
      `with stored as (
         update workflows set draft_definition = $2, draft_revision = draft_revision + 1, published_version = 2
          where form_id = $1 returning id)
       insert into workflow_versions (id, workflow_id, version, definition, fingerprint, node_count, min_cost, max_cost, published_at)
       select gen_random_uuid(), v.workflow_id, 2, $2, v.fingerprint, 12, 0, 20, v.published_at
         from workflow_versions v join stored s on s.id = v.workflow_id`,
      [id, JSON.stringify(definition)],
    );
  } finally {
    await client.end();
  }
}

describe('the deepest of everything that a client can send', () => {
  it.each([0, 1])('gets its answer five hundred times from a process that has just started, and ends none (%i)', async (start) => {
    await service.stop();
    await service.start();
    const { pid } = service;
    for (let round = start; round < ROUNDS; round += 2) {
      for (const at of INPUTS.keys()) {
        const [send, status, text] = INPUTS[(at + round) % INPUTS.length]!;
        const answer = await send(round);
        expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(text)]);
      }
    }
    expect(service.pid).toBe(pid);
  });

  it('ends the steps of a version that was stored before there was a limit, and no worker', async () => {
    expect((await submit(service.api, old, { list: [] })).status).toBe(201);
    await waitUntil(async () => (await listRuns(service, old)).every(isOver));
    const [run] = await listRuns(service, old);
    const { body } = await service.api.get<RunView>(`/v1/forms/${old.id}/workflow-runs/${run!.id}`);
    expect(run).toMatchObject({ status: 'partially_failed', error_code: 'template_failed' });
    const failed = body.data.steps.filter(({ node_id }) => !['start', 'store'].includes(node_id));
    expect(failed).toHaveLength(TEMPLATES.length + 1);
    for (const { error_code, output } of failed) {
      expect({ error_code, output }).toEqual({
        error_code: 'template_failed',
        output: expect.objectContaining({
          message: expect.stringContaining('nested too deeply') as unknown,
        }) as unknown,
      });
    }
  });
});

const isOver = ({ completed_at }: RunSummaryView): boolean => completed_at !== null;
