import { Webhook } from 'standardwebhooks';
import type { SubmissionReceivedEvent } from '../../../client/src/index';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { atEndOfAll } from '../../support/at-end';
import { loadClient } from '../../support/client';
import { Website } from '../../support/command';
import { CommandProcess } from '../../support/command-process';
import { multipartOf, MULTIPART } from '../../support/files';
import { anEnabledForm, aSubmission, type CreatedForm } from '../../support/forms';
import { Receiver } from '../../support/receiver';
import { waitUntil } from '../../support/wait-until';

const { verifyWebhook } = loadClient();

let app: TestApp;
let key: string;
let receiver: Receiver;

beforeAll(async () => {
  app = await shareApp();
  key = await app.key({ scopes: ['submissions:read'] });
  receiver = await Receiver.start();
  atEndOfAll(() => receiver.close());
});

beforeEach(() => receiver.reset());

const FIELDS = [
  { name: 'email', type: 'string' },
  { name: 'cv', type: 'file' },
];

const env = () => ({ FORM_COLLECTION_URL: app.api.baseUrl, FORM_COLLECTION_KEY: key });

/** Starts the command, and waits until it listens. */
async function listening(form: { id: string }, words: string[] = [], to = receiver.url()): Promise<CommandProcess> {
  const command = CommandProcess.start(['listen', form.id, '--to', to, ...words], env());
  await waitUntil(() => command.lines().length > 0 || command.stderr !== '');
  return command;
}

const secretOf = (command: CommandProcess): string => /whsec_[\w+/=]+/.exec(command.stdout)?.[0] ?? '';

const eventOf = (index: number): SubmissionReceivedEvent => JSON.parse(receiver.requests[index]!.body) as SubmissionReceivedEvent;

/** Marks a submission as read, which changes it in the feed. */
async function mark(form: CreatedForm, id: string): Promise<void> {
  const answer = await app.api.patch(`/v1/forms/${form.id}/submissions/${id}`, { read: true });
  expect(answer.status).toBe(200);
}

describe('form-collection listen', () => {
  it('posts each new submission once as a standard webhook that its secret verifies, and prints no value', async () => {
    const form = await anEnabledForm(app.api, { name: 'Contact \u202e us', fields: FIELDS });
    const old = await aSubmission(app.api, form);
    const command = await listening(form);
    const id = await aSubmission(app.api, form, { email: 'zoe@example.com', company: 'Analytical Engines' });
    await mark(form, old);
    await waitUntil(() => command.lines().length > 1);
    await mark(form, id);
    const last = await aSubmission(app.api, form);
    await waitUntil(() => command.lines().length > 2);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([id, last]);
    const { body, headers } = receiver.requests[0]!;
    const event = await verifyWebhook(body, headers, secretOf(command));
    expect(new Webhook(secretOf(command)).verify(body, headers as Record<string, string>)).toEqual(event);
    const values = { fields: { email: 'zoe@example.com' }, other_values: { company: 'Analytical Engines' } };
    expect(event).toMatchObject({ type: 'submission.received', data: { submission_id: id, form_id: form.id, ...values, files: [] } });
    expect(command.lines()[1]).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z ${id} 200$`));
    expect(await command.end('SIGINT')).toBe(0);
    expect(command.stdout).not.toMatch(/zoe@|Analytical|\u202e/);
    expect(command.stdout + command.stderr).not.toContain(key);
  });

  it('has links to the files', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    const command = await listening(form);
    await aSubmission(app.api, form, multipartOf([['cv', 'cv.txt', 'Ada']]), MULTIPART);
    await waitUntil(() => receiver.requests.length > 0);
    const [file] = eventOf(0).data.files;
    expect(file).toMatchObject({ field: 'cv', filename: 'cv.txt', size_bytes: 3 });
    const path = new URL(file!.url).pathname;
    expect(await (await fetch(`${app.api.baseUrl}${path}`)).text()).toBe('Ada');
    expect(await command.end('SIGTERM')).toBe(0);
  });

  it('tells refusals and broken connections in a line, sends nothing again, and goes on from its cursor later', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    receiver.answers({ status: 410 }, 'reset', { status: 302, headers: { location: '/elsewhere' } }, { status: 204 });
    const command = await listening(form, ['--json']);
    const ids: string[] = [];
    for (let sent = 1; sent <= 4; sent++) {
      ids.push(await aSubmission(app.api, form));
      await waitUntil(() => command.lines().length > sent);
    }
    expect(await command.end('SIGTERM')).toBe(0);
    const documents = command.lines().map((line) => JSON.parse(line) as Record<string, unknown>);
    const time = expect.any(String) as string;
    expect(documents.slice(1, -1)).toEqual([
      { time, submission_id: ids[0], status: 410 },
      { time, submission_id: ids[1], error: 'ECONNRESET' },
      { time, submission_id: ids[2], status: 302 },
      { time, submission_id: ids[3], status: 204 },
    ]);
    expect(receiver.requests).toHaveLength(4);
    const missed = await aSubmission(app.api, form);
    await listening(form, ['--since', documents.at(-1)!['cursor'] as string]);
    await waitUntil(() => receiver.requests.length > 4);
    expect(eventOf(4).data.submission_id).toBe(missed);
  });

  it('holds back what is in quarantine until it is released', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    const held = await aSubmission(app.api, form, { email: 'bot@example.com', _gotcha: 'x' });
    const command = await listening(form);
    const id = await aSubmission(app.api, form);
    await waitUntil(() => command.lines().length > 1);
    const released = await app.api.post(`/v1/forms/${form.id}/submissions/${held}/release`);
    expect(released.status).toBeLessThan(300);
    await waitUntil(() => command.lines().length > 2);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([id, held]);
  });

  it.each(['http://192.0.2.1/hook', 'http://[::ffff:192.0.2.1]/', 'http://0.0.0.0/', 'ftp://localhost/', 'http://a:b@localhost/', 'hook'])(
    'sends to this machine only, and not to %s',
    async (to) => {
      const result = await Website.of(app.api, key).run(['listen', 'contact', '--to', to]);
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(result.stderr).toMatch(/on this machine/);
    },
  );

  it('says which form or right is missing', async () => {
    const words = (form: string) => ['listen', form, '--to', receiver.url()];
    const unknown = await Website.of(app.api, key).run(words('contact'));
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('forms.lock.yaml has no form "contact"') });
    const blind = await Website.of(app.api, await app.key({ scopes: ['forms:read'] })).run(words('contact'));
    expect(blind).toMatchObject({ code: 1, stderr: expect.stringContaining('The key lacks submissions:read') });
  });
});
