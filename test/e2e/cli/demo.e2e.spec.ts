import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DemoModule } from '../../../src/cli/demo/demo.module';
import type { Operator, Printed } from '../../support/operator';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { operatorOf } from '../../support/app-operator';

interface PrintedDemo extends Printed {
  form_id: string;
  page_url: string;
  script_url: string;
  submit_command: string;
  read_command: string;
}

let app: TestApp;
let operator: Operator;
beforeAll(async () => {
  app = await startApp();
  operator = await operatorOf(app, DemoModule);
});
afterAll(() => app.close());

async function demo(): Promise<PrintedDemo> {
  return (await operator.ask('demo', '--account', app.accountId)) as PrintedDemo;
}

/** The answer to a command as a shell runs it. */
async function shell(command: string): Promise<{ data: unknown }> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('curl ', 'curl --silent --show-error ')]);
  return JSON.parse(stdout) as { data: unknown };
}

describe('demo beside a running service', () => {
  it('prints commands that submit and read as they stand, and addresses that answer', async () => {
    const { submit_command, read_command, script_url, form_id } = await demo();
    const { data } = await shell(submit_command);
    expect(data).toMatchObject({ form_id, has_files: false });
    expect((await shell(read_command)).data).toMatchObject([
      {
        id: (data as { id: string }).id,
        fields: { email: 'ada@example.com', products: ['Chairs', 'Lamps'], budget: 250 },
      },
    ]);
    expect((await fetch(script_url)).status).toBe(200);
  });

  it('keeps the key of the previous run working', async () => {
    const first = await demo();
    const second = await demo();
    for (const command of [first.read_command, second.read_command]) {
      expect(await shell(command)).toHaveProperty('data');
    }
  });

  it('prints a key that can neither write nor see another form', async () => {
    const { key, form_id } = await demo();
    const api = app.api.as(key);
    expect((await api.get(`/v1/forms/${form_id}`)).status).toBe(200);
    const other = await app.api.post('/v1/forms', { name: 'x', validate_fields: true, notifications_enabled: false });
    expect((await api.get(`/v1/forms/${(other.body.data as { id: string }).id}`)).status).toBe(404);
    expect((await api.delete(`/v1/forms/${form_id}`, { ifMatch: '*' })).status).toBe(403);
  });
});
