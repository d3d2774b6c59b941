import type { Command } from 'commander';
import { makeSecret } from '../../api/auth/secret-format.rules';
import { ApiError } from '../../api/errors/api-error';
import { OperatorError } from '../../platform/errors/operator-error';
import { loadConfig } from '../../platform/config/config';
import { BootstrapKeyService } from '../../keys/bootstrap-key.service';
import { AccountsService } from '../../accounts/accounts.service';
import { withModule } from '../services';
import type { PrintOptions, Terminal } from '../terminal';
import { JSON_OPTION, print } from '../terminal';
import { DEMO_SUBMISSION } from './demo-form.rules';
import { withDemoReceiver } from './demo-receiver';
import { DemoModule } from './demo.module';
import { type Demo, DemoService } from './demo.service';
import { DemoSubmissionsService } from './demo-submissions.service';

interface DemoOptions extends PrintOptions {
  account?: string;
  another?: boolean;
}

/** `demo` */
export function addDemoCommand(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .description('Makes a form with a field of every type, a published workflow and submissions of three days, and shows how to use it.')
    .option('--account <account>', 'id or name of the account (default: the only one, or "default")')
    .option('--another', 'make another form although there is one')
    .option(...JSON_OPTION)
    .action((options: DemoOptions) => showDemo(terminal, options));
}

async function showDemo(terminal: Terminal, options: DemoOptions): Promise<void> {
  const { baseUrl, bootstrapApiKey } = loadConfig(terminal.env);
  const { demo, firstKey } = await withModule(terminal, DemoModule, async (app) => {
    const firstKey = await ensureFirstKey(app.get(BootstrapKeyService), bootstrapApiKey);
    const account = await accountOf(app.get(AccountsService), options);
    const demo = await withDemoReceiver(async (receiverUrl) => {
      const demo = await app
        .get(DemoService)
        .prepare(account.id, options.another ?? false, receiverUrl)
        .catch(explain);
      if (demo.isNew) await app.get(DemoSubmissionsService).fill(demo.form);
      return demo;
    });
    return { demo, firstKey };
  });
  const output = demoOutput(demo, { baseUrl, firstKey, submission: DEMO_SUBMISSION });
  print(terminal, options, output, linesOf(output));
}

/** The limit of a plan is a matter of the operator. */
function explain(error: unknown): never {
  throw error instanceof ApiError ? new OperatorError(error.message) : error;
}

const accountOf = (accounts: AccountsService, { account }: DemoOptions) =>
  account === undefined ? accounts.defaultAccount() : accounts.get(account);

/**
 * The key with every scope that the first start of a service prints. It would print none on a database that already has a key, such as
 * that of the demonstration. Null when there was one, or when the operator has set it.
 */
async function ensureFirstKey(bootstrapKey: BootstrapKeyService, configured: string | null): Promise<string | null> {
  const key = configured ?? makeSecret('fck').text;
  const isFirst = await bootstrapKey.ensure(key);
  return isFirst && configured === null ? key : null;
}

/** The commands run as they stand in a POSIX shell. */
function demoOutput(
  { form, isNew, endpointUrl, key }: Demo,
  { baseUrl, firstKey, submission }: { baseUrl: string; firstKey: string | null; submission: object },
) {
  const submissionsUrl = `${baseUrl}/v1/forms/${form.id}/submissions`;
  return {
    form_id: form.id,
    name: form.name,
    status: form.status,
    created: isNew,
    page_url: `${baseUrl}/f/${form.id}`,
    submit_url: endpointUrl,
    script_url: `${baseUrl}/embed.js`,
    submissions_url: submissionsUrl,
    key: key.text,
    key_expires_at: key.key.expiresAt.toISOString(),
    first_key: firstKey,
    submit_command: `curl ${endpointUrl} -H 'Content-Type: application/json' -d '${JSON.stringify(submission)}'`,
    read_command: `curl '${submissionsUrl}?limit=1' -H 'Authorization: Bearer ${key.text}'`,
  };
}

function linesOf(demo: ReturnType<typeof demoOutput>): string[] {
  const state = demo.created ? 'has been created with submissions of three days' : 'exists already; "demo --another" makes one more';
  const notice = demo.status === 'enabled' ? [] : ['It is disabled, so it accepts no submissions.', ''];
  const firstKey = demo.first_key ? ['', 'The first API key, with every scope, shown only this once:', demo.first_key] : [];
  return [
    ...[`The form "${demo.name}" ${state}.`, '', ...notice],
    ...['Open its page in a browser, fill it in and send it:', demo.page_url, ''],
    ...['Or submit to it from a program:', demo.submit_command, ''],
    ...['Then read what came in:', demo.read_command, ''],
    ...[`Submit address  ${demo.submit_url}`, `Script          ${demo.script_url}`],
    ...firstKey,
  ];
}
