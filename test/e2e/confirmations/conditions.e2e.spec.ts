import type { CreatedForm } from '../../support/forms';
import { executeDueRuns, listRuns, RunHandle } from '../../support/runs';
import { aDefinition, aNode, aVersion, START, STORE } from '../../support/workflows';
import { Confirmations } from './confirmations.fixture';

let confirmations: Confirmations;
beforeAll(async () => {
  confirmations = await Confirmations.start();
});
beforeEach(() => confirmations.reset());
afterAll(() => confirmations.app.close());

const FILTER = aNode('known', 'filter', { where: { path: 'submission.address_confirmed', op: 'is_true' } });
const publish = (form: CreatedForm) => aVersion(confirmations.api, form, aDefinition([START, FILTER, STORE], 'start>known', 'known>store'));

async function resultOf(form: CreatedForm): Promise<unknown> {
  await executeDueRuns(confirmations.app);
  const [run] = await listRuns(confirmations.app, form);
  const handle = new RunHandle(confirmations.app, form, run!.id);
  await handle.reach('succeeded');
  return (await handle.step('known')).output;
}

it('a condition of a workflow that waited for the confirmation knows it', async () => {
  const form = await confirmations.form('require');
  await publish(form);
  const { link } = await confirmations.asked(form);
  await confirmations.read(link, 'POST');
  expect(await resultOf(form)).toEqual({ result: true });
});

it('a run goes by what was known when it began', async () => {
  const form = await confirmations.form('ask');
  await publish(form);
  const { link } = await confirmations.asked(form);
  await confirmations.read(link, 'POST');
  expect(await resultOf(form)).toEqual({ result: false });
});
