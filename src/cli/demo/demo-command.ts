import { join } from 'node:path';
import type { Command } from 'commander';
import type { ApiKeyEntity } from '../../keys/api-key.entity';
import type { IssuedKey } from '../../keys/keys.service';
import { loadConfig } from '../../platform/config/config';
import { OperatorError } from '../../platform/errors/operator-error';
import { durationSeconds } from '../../platform/text/text-parsers.rules';
import { ACCOUNT_OPTION, type AccountOption } from '../options';
import { otherDatabase, runningService } from '../running-service';
import { type Services, withServices } from '../services';
import { JSON_OPTION, print, type Terminal } from '../terminal';

interface DemoOptions extends AccountOption {
  another?: boolean;
}

interface DemoForm {
  form: { id: string; name: string; status: string };
  isNew: boolean;
}

/** The calls of the demonstration. They are compiled separately, since they use the typed client. */
export interface DemoCalls {
  ensureDemoForm: (service: { address: string; apiKey: string; isAnother: boolean }) => Promise<DemoForm>;
  writeDemoFile: (
    service: { address: string; baseUrl: string; apiKey: string },
    formId: string,
    folder: string,
    terminal: Terminal,
  ) => Promise<DemoFile>;
}

/** The form as a file, or the reason why there is none. */
type DemoFile = { path: string } | { fault: string };

export function addDemoCommand(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .description(
      'Makes a form with a field of every type, a published workflow and submissions of three days in the running service, and shows how to use it.',
    )
    .option(...ACCOUNT_OPTION)
    .option('--another', 'make another form although there is one')
    .option(...JSON_OPTION)
    .action((options: DemoOptions) => showDemo(terminal, options));
}

async function showDemo(terminal: Terminal, options: DemoOptions): Promise<void> {
  const service = await runningService(terminal);
  const output = await withServices(service.terminal, async (services) => {
    const { id: accountId } = await services.accountOf(options);
    const demo = await ensureForm(services, accountId, service.address, options.another ?? false);
    const key = await readingKey(services, accountId, demo.form.id);
    const folder = join(loadConfig(terminal.env).dataDir, 'demo/forms');
    const file = await (await demoCalls()).writeDemoFile({ ...service, apiKey: key.text }, demo.form.id, folder, terminal);
    if ('fault' in file) terminal.stderr.write(`The form was not written as a file: ${file.fault}\n`);
    const path = 'path' in file ? file.path : null;
    return demoOutput(demo, key, services.forms.endpointUrl(demo.form.id), service.baseUrl, path);
  });
  print(terminal, options, output, linesOf(output));
}

/** Creates the form with a temporary key, which is revoked afterwards. */
async function ensureForm({ keys }: Services, accountId: string, address: string, isAnother: boolean): Promise<DemoForm> {
  const { key, text: apiKey } = await keys.issue({ accountId, name: 'demo', scopes: MAKING, expiresAt: inTime('1m') });
  try {
    return await (await demoCalls()).ensureDemoForm({ address, apiKey, isAnother });
  } catch (error) {
    throw refusalOf(error, address);
  } finally {
    await keys.revoke(key.id);
  }
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- keeps the client, no part of the service, from its compiler
const demoCalls = async (): Promise<DemoCalls> => (await import('./demo-calls' as string)) as DemoCalls;

/** Converts a refusal of the API, such as a plan limit, to an error that the operator can fix. */
function refusalOf(cause: unknown, address: string): unknown {
  if (!(cause instanceof Error && cause.name === 'ApiError' && 'status' in cause)) return cause;
  const message = cause.status === 401 ? otherDatabase(address) : cause.message;
  return new OperatorError(message, { cause });
}

/** Issues a read-only key for the form, or a further secret of this key, since earlier secrets cannot be shown again. */
async function readingKey({ keys }: Services, accountId: string, formId: string): Promise<IssuedKey> {
  const name = `demo ${formId}`;
  const isUsable = (key: ApiKeyEntity) => key.name === name && key.revokedAt === null && key.expiresAt > new Date();
  const existing = (await keys.list(accountId)).find(isUsable);
  if (existing) return keys.rotate(existing.id, durationSeconds('24h')!);
  return keys.issue({ accountId, name, scopes: READING, formIds: [formId], isReadOnly: true, expiresAt: inTime('30d') });
}

const MAKING = [
  ...(['forms:read', 'forms:create', 'forms:update', 'submissions:read', 'submissions:update', 'submissions:delete'] as const),
  ...(['workflows:write', 'workflows:publish'] as const),
] as const;
const READING = ['forms:read', 'submissions:read', 'workflows:read'] as const;
const inTime = (duration: string) => new Date(Date.now() + durationSeconds(duration)! * 1000);

/** Builds the output of the command. A POSIX shell can run its commands unchanged. */
function demoOutput({ form, isNew }: DemoForm, { key, text }: IssuedKey, submitUrl: string, baseUrl: string, file: string | null) {
  const submissionsUrl = `${baseUrl}/v1/forms/${form.id}/submissions`;
  return {
    form_id: form.id,
    name: form.name,
    status: form.status,
    created: isNew,
    page_url: `${baseUrl}/f/${form.id}`,
    submit_url: submitUrl,
    script_url: `${baseUrl}/embed.js`,
    submissions_url: submissionsUrl,
    key: text,
    key_expires_at: key.expiresAt.toISOString(),
    submit_command: `curl ${submitUrl} -H 'Content-Type: application/json' -d '${JSON.stringify(DEMO_SUBMISSION)}'`,
    read_command: `curl '${submissionsUrl}?limit=1' -H 'Authorization: Bearer ${text}'`,
    definition_file: file,
    plan_command: file && `FORM_COLLECTION_URL=${baseUrl} FORM_COLLECTION_KEY=${text} npx form-collection plan ${quoted(file)}`,
  };
}

const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Values that the form accepts. They contain no apostrophe, since shell commands put them between single quotes. */
const DEMO_SUBMISSION = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  topic: 'A question',
  products: ['Chairs', 'Lamps'],
  budget: 250,
  message: 'Hello from the command line!',
  call_back: true,
};

function linesOf(demo: ReturnType<typeof demoOutput>): string[] {
  const state = demo.created ? 'has been created with submissions of three days' : 'exists already; "demo --another" makes one more';
  const notice = demo.status === 'enabled' ? [] : ['It is disabled, so it accepts no submissions.', ''];
  return [
    ...[`The form "${demo.name}" ${state}.`, '', ...notice],
    ...['Open its page in a browser, fill it in and send it:', demo.page_url, ''],
    ...['Or submit to it from a program:', demo.submit_command, ''],
    ...['Then read what came in:', demo.read_command, ''],
    ...(demo.plan_command === null ? [] : ['It is a file as well. Change that, and see what this would do:', demo.plan_command, '']),
    ...[`Submit address  ${demo.submit_url}`, `Script          ${demo.script_url}`],
  ];
}
