import type { TestApp } from '../../support/app';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import { aPublishedForm, aRunOf, aTest, type RunHandle } from '../../support/runs';
import { aDefinition, aNode, aWebhook, START } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const TEMPLATE =
  '{"plan":"{{ other.plan }}","utm":{{ other["utm.source"] | json }},"gone":{{ other.gone | json }},"set":"{{ fields.tier }}"}';

const definition = () =>
  aDefinition(
    [
      START,
      aNode('news', 'filter', { where: { path: 'other.utm.source', op: 'eq', value: 'news' } }),
      aNode('plan', 'switch', { value: '{{ other.plan }}', cases: [{ key: 'gold', op: 'eq', value: 'gold' }] }),
      aNode('set', 'set_fields', { set: { tier: '{{ other.plan | upcase }}' } }),
      aWebhook('crm', { url: receiver.url('/crm'), body: { mode: 'template', template: TEMPLATE } }),
    ],
    ...['start>news', 'news>plan', 'plan:case:gold>set', 'set>crm'],
  );

const SENT = { email: 'ada@example.com', plan: 'gold', 'utm.source': 'news' };
const EXPECTED = { plan: 'gold', utm: 'news', gone: null, set: 'GOLD' };

const renderedBy = async (run: RunHandle): Promise<unknown> => {
  await run.reach('succeeded');
  return JSON.parse(((await run.step('crm')).output as { request: { body: string } }).request.body);
};

describe('a value that no field has', () => {
  it('is in the standard body of a webhook, in a mail without a body and in a chat message without a text of its own', async () => {
    const mail = aNode('mail', 'email', { to: ['sales@example.com'], subject: 'New' });
    const chat = aNode('chat', 'slack', { url: receiver.url('/chat') });
    const steps = [START, aWebhook('crm', { url: receiver.url('/crm') }), mail, chat];
    const nodes = aDefinition(steps, 'start>crm', 'start>mail', 'start>chat');
    const test = await aTest(app, nodes, { source: 'manual', fields: SENT });
    await test.reach('succeeded');
    const requestOf = async (step: string) => ((await test.step(step)).output as { request: { body: string; text: string } }).request;
    expect(JSON.parse((await requestOf('crm')).body).data).toMatchObject({ other_values: { plan: 'gold', 'utm.source': 'news' } });
    const lines = 'email: ada@example.com\n\nNot fields of this form:\nplan: gold\nutm.source: news';
    expect((await requestOf('mail')).text).toBe(lines);
    expect((await requestOf('chat')).body).toContain(JSON.stringify(lines).slice(1, -1));
  });

  it('is named in the standard body, in a mail without a body and for templates where it is beyond the limits', async () => {
    const mail = aNode('mail', 'email', {
      to: ['sales@example.com'],
      subject: '{{ other_values_dropped | last }}',
    });
    const nodes = aDefinition([START, aWebhook('crm', { url: receiver.url('/crm') }), mail], 'start>crm', 'start>mail');
    const form = await aPublishedForm(app, nodes);
    await aRunOf(app, form, { ...SENT, ['n'.repeat(256)]: 1, large: 'x'.repeat(65_530) });
    const dropped = ['n'.repeat(255), 'large'];
    const stored = await aTest(app, nodes, { source: 'recent_submission' }, form);
    const manual = await aTest(app, nodes, { source: 'manual', fields: { ['n'.repeat(256)]: 1, large: 'x'.repeat(65_530) } });
    for (const test of [stored, manual]) {
      await test.reach('succeeded');
      const { request } = (await test.step('mail')).output as { request: { subject: string; text: string } };
      expect([request.subject, request.text]).toEqual(['large', expect.stringContaining('Not kept, beyond the limits: ')]);
      const crm = ((await test.step('crm')).output as { request: { body: string } }).request;
      expect(JSON.parse(crm.body).data).toMatchObject({ other_values_dropped: dropped });
    }
  });

  it('is read by conditions and templates of a run and of its retry', async () => {
    receiver.answers({ status: 400 });
    const form = await aPublishedForm(app, definition());
    const run = await aRunOf(app, form, SENT);
    await run.reach('failed');
    receiver.answers({ status: 200 });
    await (await run.repeated()).reach('succeeded');
    expect(receiver.to('/crm').map(({ body }) => JSON.parse(body) as unknown)).toEqual([EXPECTED, EXPECTED]);
  });

  it('is missing where nothing was sent under its name', async () => {
    const run = await aRunOf(app, await aPublishedForm(app, definition()), { email: 'ada@example.com' });
    await run.reach('succeeded');
    expect(await run.statuses()).toMatchObject({ news: 'succeeded', crm: 'skipped' });
  });

  it('is read in a test with values of its own, and with a stored submission', async () => {
    expect(await renderedBy(await aTest(app, definition(), { source: 'manual', fields: SENT }))).toEqual(EXPECTED);
    const form = await aPublishedForm(app, definition());
    await (await aRunOf(app, form, SENT)).reach('succeeded');
    expect(await renderedBy(await aTest(app, definition(), { source: 'recent_submission' }, form))).toEqual(EXPECTED);
  });
});
