import type { RunSummaryView, RunView } from '../../src/workflows/runs/api/run-view.dto';
import type { Api } from '../support/api';
import type { CreatedForm } from '../support/forms';
import { submit } from '../support/forms';
import { aPublishedForm, listRuns } from '../support/runs';
import { ServiceProcess } from '../support/service-process';
import { waitUntil } from '../support/wait-until';
import { aFanOut, aNode, STORE } from '../support/workflows';

/** The largest number of nodes beside the trigger and a destination, and of templates, which loop over a list of the submission. */
const NODES = 48;
const TEMPLATES = 100;
const LOOP = '{% for a in fields.list %}{% assign b = a %}{% endfor %}';
const FIELDS = [{ name: 'list', type: 'array' }];
/** As long as one template can loop over within its own budget. */
const LIST = Array.from({ length: 10_000 }, () => 1);

/** A run that uses up its budget pauses two thousand times, in which requests are answered. Without pauses only a few would be. */
const LEAST_ANSWERS = 20;

const heavyNode = (_: unknown, index: number) => {
  const set = Object.fromEntries(Array.from({ length: TEMPLATES }, (__, at) => [`f${at}`, LOOP]));
  return aNode(`n${index}`, 'set_fields', { set });
};

let service: ServiceProcess;
let other: Api;
let heavy: CreatedForm;
let light: CreatedForm;

beforeAll(async () => {
  service = await ServiceProcess.prepare();
  await service.start();
  await service.cli('accounts', 'create', '--name', 'other', '--plan', 'self_hosted');
  const { key } = await service.cli<{ key: string }>('keys', 'create', '--account', 'other', '--name', 'test');
  other = service.api.as(key);
  heavy = await aPublishedForm(service, aFanOut(STORE, ...Array.from({ length: NODES }, heavyNode)), {
    fields: FIELDS,
  });
  light = await aPublishedForm({ api: other }, aFanOut(STORE), { fields: FIELDS });
});

describe('a submission whose templates loop over a long list', () => {
  it('delays no other request, and no run of another account', async () => {
    const ended: string[] = [];
    const reachEnd = (name: string, api: Api, form: CreatedForm) =>
      waitUntil(async () => isOver(await listRuns({ api }, form))).then(() => ended.push(name));
    for (let count = 0; count < 3; count += 1) expect((await submit(service.api, heavy, { list: LIST })).status).toBe(201);
    const heavyEnd = reachEnd('heavy', service.api, heavy);
    expect((await submit(other, light, { list: [] })).status).toBe(201);
    const lightEnd = reachEnd('light', other, light);
    let answers = 0;
    for (; !ended.includes('heavy'); answers += 1) expect((await fetch(`${service.api.baseUrl}/healthz`)).status).toBe(200);
    await Promise.all([heavyEnd, lightEnd]);

    expect(ended).toEqual(['light', 'heavy']);
    expect(answers).toBeGreaterThan(LEAST_ANSWERS);
  });

  it('ends its run with a failure that names the budget', async () => {
    expect((await submit(service.api, heavy, { list: LIST })).status).toBe(201);
    await waitUntil(async () => isOver(await listRuns(service, heavy)));
    const [run] = await listRuns(service, heavy);
    const { body } = await service.api.get<RunView>(`/v1/forms/${heavy.id}/workflow-runs/${run!.id}`);
    const { error_code, output } = body.data.steps.find(({ node_id }) => node_id === 'n0')!;

    expect(run).toMatchObject({ status: 'partially_failed', error_code: 'template_failed' });
    expect({ error_code, output }).toEqual({
      error_code: 'template_failed',
      output: { message: expect.stringContaining('rendering budget of 100,000,000 units') as unknown },
    });
  });
});

const isOver = (runs: RunSummaryView[]): boolean => runs.length > 0 && runs.every(({ completed_at }) => completed_at !== null);
