import { Readable } from 'node:stream';
import { ObjectStore, ObjectStoreError } from '../../../src/platform/storage/object-store';
import type { Definition } from '../../../src/workflows/model/definition.types';
import { RunQueue } from '../../../src/workflows/runs/admission/run-queue';
import type { TestApp } from '../../support/app';
import { Receiver } from '../../support/receiver';
import { aPublishedForm, aRunOf, aTest, startRunningApp, withWorkersPaused } from '../../support/runs';
import type { RunHandle } from '../../support/runs';
import { SAMPLES } from '../../support/sample-files';
import { SmtpReceiver } from '../../support/smtp-receiver';
import { aStoredFile } from '../../support/stored-files';
import type { StoredFile } from '../../support/stored-files';
import { aDefinition, aDraft, aFanOut, aNode, aWebhook, START } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
let smtp: SmtpReceiver;
beforeAll(async () => {
  [receiver, smtp] = await Promise.all([Receiver.start(), SmtpReceiver.start()]);
  app = await startRunningApp({ smtpUrl: smtp.url, mailFrom: 'forms@example.org' });
});
beforeEach(() => {
  receiver.requests.length = 0;
  receiver.answers({ status: 200 });
  smtp.mails.length = 0;
  smtp.decides = () => null;
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await app.close();
  await Promise.all([receiver.close(), smtp.close()]);
});

interface RunWithFiles {
  run: RunHandle;
  files: StoredFile[];
}

/** The run of a submission with these files, which exist before a worker begins. */
async function aRunWith(definition: Definition, ...contents: Buffer[]): Promise<RunWithFiles> {
  return aRunIn(await aPublishedForm(app, definition), ...contents);
}

async function aRunIn(form: { id: string }, ...contents: Buffer[]): Promise<RunWithFiles> {
  const run = await withWorkersPaused(app, () => aRunOf(app, form, { name: 'Ada' }));
  const files: StoredFile[] = [];
  for (const [index, content] of contents.entries()) {
    files.push(await aStoredFile(app, form.id, run.submissionId!, { filename: `f${index}.pdf`, content }));
  }
  await app.database.query('update workflow_runs set due_at = now() where id = $1', [run.id]);
  await app.app.get(RunQueue).wake();
  return { run, files };
}

const hook = (config: object = {}) => aWebhook('crm', { url: receiver.url(), ...config });
const mail = (config: object = {}) => aNode('mail', 'email', { to: ['a@example.com'], subject: 'New', ...config });

/** The content behind the link, which names the port of the settings instead of the one of the test. */
async function openLink(url: string): Promise<Buffer> {
  const reply = await fetch(app.api.baseUrl + new URL(url).pathname);
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
}

const LINK = /http:\/\/localhost:\d+\/files\/[\w-]{40,}/g;

describe('the standard body of a webhook', () => {
  it('has the files with links of seven days, which receivers open without a key', async () => {
    const { run, files } = await aRunWith(aFanOut(hook()), SAMPLES.pdf, SAMPLES.png);
    await run.reach('succeeded');
    const { data } = JSON.parse(receiver.requests[0]!.body) as { data: { files: Record<string, string>[] } };
    const listed = await app.api.get(files[0]!.path.replace(/\/[^/]*$/, ''));
    const withoutTime = listed.body.data.map(({ created_at: _, ...rest }: { created_at: string }) => rest);
    expect(data.files.map(({ url: _, url_expires_at: __, ...rest }) => rest)).toEqual(withoutTime);
    const { started_at, completed_at } = await run.step('crm');
    const madeAt = Date.parse(data.files[0]!.url_expires_at!) - 7 * 24 * 3600 * 1000;
    expect(madeAt).toBeGreaterThan(Date.parse(started_at!) - 1000); // it is a whole number of seconds
    expect(madeAt).toBeLessThan(Date.parse(completed_at!) + 1000);
    expect(await openLink(data.files[1]!.url!)).toEqual(SAMPLES.png);
  });

  it('has the same links in each attempt', async () => {
    receiver.answers({ status: 500 }, { status: 200 });
    const { run } = await aRunWith(aFanOut(hook()), SAMPLES.pdf);
    await run.reachStep('crm', 'waiting');
    await run.makeDue();
    await run.reach('succeeded');
    const [first, second] = receiver.requests.map(({ body }) => body);
    expect(first).toMatch(LINK);
    expect(second).toBe(first);
  });
});

describe('templates', () => {
  it('read the files, and list them among all fields with their links', async () => {
    const template = '{% for file in files %}{{ file.field }}={{ file.url }};{% endfor %}|{{ files.size }}|{{ all_fields }}';
    const { run } = await aRunWith(aFanOut(hook({ body: { mode: 'template', template, content_type: 'text/plain' } })), SAMPLES.pdf);
    await run.reach('succeeded');
    const [list, size, all] = receiver.requests[0]!.body.split('|');
    const url = /^cv=(.*);$/.exec(list!)![1]!;
    expect(await openLink(url)).toEqual(SAMPLES.pdf);
    expect(size).toBe('1');
    expect(all).toBe(`name: Ada\ncv: f0.pdf ${url}`);
  });

  it('are checked when a workflow is published', async () => {
    const form = await aPublishedForm(app, aFanOut(hook()));
    const errors = async (template: string) => {
      const ifMatch = await aDraft(app.api, form, aFanOut(hook({ body: { mode: 'template', template, content_type: 'text/plain' } })));
      const answer = await app.api.post(`/v1/forms/${form.id}/workflow/publish`, undefined, { ifMatch });
      return [answer.status, (answer.body.error?.details as { items?: { code: string }[] })?.items?.[0]?.code];
    };
    for (const right of ['{{ files[0].url }}', '{{ files.first.sha256 }}', '{{ files | json }}']) {
      expect([right, ...(await errors(right))]).toEqual([right, 201, undefined]);
    }
    for (const wrong of ['{{ files[0].object_name }}', '{{ files.url }}', '{{ files[0].url.x }}']) {
      expect([wrong, ...(await errors(wrong))]).toEqual([wrong, 422, 'unknown_path']);
    }
  });

  it('show masked links in steps, whatever filters they use', async () => {
    const set = aNode('set', 'set_fields', { set: { link: '{{ files[0].url }}' } });
    const headers = { 'X-Link': '{{ files[0].url | upcase }}', 'X-Part': '{{ files[0].url | slice: 40, 30 }}' };
    const subject = '{{ files[0].url | truncate: 60 }}';
    const definition = aDefinition([START, set, hook({ headers }), mail({ subject, body_text: 'x' })], 'start>set', 'set>crm', 'set>mail');
    const { run } = await aRunWith(definition, SAMPLES.pdf);
    await run.reach('succeeded');
    const { headers: sent, body } = receiver.requests[0]!;
    const { files, fields } = JSON.parse(body).data as { files: { url: string }[]; fields: { link: string } };
    const token = files[0]!.url.split('/files/')[1]!;
    expect(sent['x-link']).toContain(token.toUpperCase());
    expect(fields.link).toMatch(/\/files\/\*\*\*$/);
    const shown = JSON.stringify(await run.detail());
    for (let at = 0; at + 8 <= token.length; at += 4) {
      expect(shown.toLowerCase()).not.toContain(token.slice(at, at + 8).toLowerCase());
    }
    expect((await run.step('crm')).output).toMatchObject({
      request: { headers: { 'X-Link': expect.stringMatching(/\/FILES\/\*\*\*$/) } },
    });
  });
});

describe('a condition on a field of files', () => {
  it('is met by whether the submission has a file there', async () => {
    const hasFile = aNode('has', 'condition', { where: { field: 'cv', op: 'is_not_empty' } });
    const definition = aDefinition([START, hasFile, hook()], 'start>has', 'has:true>crm');
    const form = await aPublishedForm(app, definition, {
      fields: ['name', 'cv'].map((name) => ({ name, type: name === 'cv' ? 'file' : 'string' })),
    });
    const ends = async ({ run }: RunWithFiles) => {
      await run.reach('succeeded');
      return (await run.step('crm')).status;
    };
    expect(await ends(await aRunIn(form, SAMPLES.pdf))).toBe('succeeded');
    expect(await ends(await aRunIn(form))).toBe('skipped');
  });
});

describe('an e-mail', () => {
  const attached = (content: string) => {
    const [, ...parts] = content.split(/^--[-\w.]+(?:--)?\r\n/m);
    return parts
      .filter((part) => /Content-Disposition: attachment/.test(part))
      .map((part) => Buffer.from(part.split('\r\n\r\n')[1]!, 'base64'));
  };

  it('lists links to the files by default, and attaches nothing', async () => {
    const { run } = await aRunWith(aFanOut(mail()), SAMPLES.pdf);
    await run.reach('succeeded');
    const [{ content }] = smtp.mails as [(typeof smtp.mails)[number]];
    const joined = content.replace(/=\r\n/g, '').replaceAll('=3D', '=');
    expect(await openLink(joined.match(LINK)![0])).toEqual(SAMPLES.pdf);
    expect(attached(content)).toEqual([]);
  });

  it('without a body lists fields by their labels, and does not link what it attaches', async () => {
    const fields = [{ name: 'name', label: 'Ihr Name', type: 'string' }];
    const form = await aPublishedForm(app, aFanOut(mail({ attach_files: true })), { fields });
    const { run } = await aRunIn(form, SAMPLES.pdf);
    await run.reach('succeeded');
    const [{ content }] = smtp.mails as [(typeof smtp.mails)[number]];
    expect(attached(content)).toEqual([SAMPLES.pdf]);
    expect(content).toContain('Ihr Name: Ada\r\ncv: f0.pdf\r\n');
    expect(content).not.toMatch(LINK);
  });

  it('attaches the files, and links what is too large together', async () => {
    const big = Buffer.alloc(8 * 1024 * 1024, 'x');
    const node = mail({ attach_files: true, body_text: 'Hello', body_html: '<p>Hello</p>' });
    const { run } = await aRunWith(aFanOut(node), SAMPLES.pdf, big, big);
    await run.reach('succeeded');
    const [{ content }] = smtp.mails as [(typeof smtp.mails)[number]];
    expect(content).toContain('Content-Type: application/pdf; name=f0.pdf');
    const [first, second, ...others] = attached(content);
    expect(first).toEqual(SAMPLES.pdf);
    expect(second!.equals(big)).toBe(true);
    expect(others).toEqual([]);
    const texts = content.slice(0, 20_000).replace(/=\r\n/g, '').replaceAll('=3D', '=');
    expect(texts).toContain('Files that are too large to attach:');
    expect(new Set(texts.match(LINK)).size).toBe(1);
  });

  it('is retried, and not sent in part, when the store fails while it is read', async () => {
    const store = app.app.get(ObjectStore);
    async function* broken() {
      yield await Promise.resolve(Buffer.alloc(200_000, 'x'));
      throw new ObjectStoreError('unavailable', 'broken');
    }
    jest.spyOn(store, 'get').mockResolvedValueOnce({ size: 300_000, content: Readable.from(broken()) });
    const { run } = await aRunWith(aFanOut(mail({ attach_files: true })), Buffer.alloc(300_000, 'x'));
    expect(await run.reachStep('mail', 'waiting')).toMatchObject({ attempt_count: 1, error_code: 'internal_error' });
    expect(smtp.mails).toEqual([]);
    await run.makeDue();
    await run.reach('succeeded');
    expect(smtp.mails).toHaveLength(1);
  });

  it('leaves out a file that was deleted before it was sent', async () => {
    smtp.decides = () => 451;
    const { run, files } = await aRunWith(aFanOut(mail({ attach_files: true })), SAMPLES.pdf, SAMPLES.png);
    await run.reachStep('mail', 'waiting');
    expect((await app.api.delete(files[0]!.path)).status).toBe(200);
    smtp.decides = () => null;
    await run.makeDue();
    await run.reach('succeeded');
    expect(attached(smtp.mails[0]!.content)).toEqual([SAMPLES.png]);
  });
});

describe('a test', () => {
  it('from a submission shows masked links, and sends and attaches nothing', async () => {
    const { run } = await aRunWith(aFanOut(hook()), SAMPLES.pdf);
    await run.reach('succeeded');
    receiver.requests.length = 0;
    const body = { source: 'recent_submission', submission_id: run.submissionId };
    const test = await aTest(app, aFanOut(hook(), mail({ attach_files: true })), body, run.form);
    await test.reach('succeeded');
    const { output } = (await test.step('crm')) as { output: { request: { body: string } } };
    expect(JSON.parse(output.request.body).data.files).toMatchObject([
      { filename: 'f0.pdf', url: expect.stringMatching(/\/files\/\*\*\*$/), url_expires_at: null },
    ]);
    expect((await test.step('mail')).output).toMatchObject({
      request: { text: 'name: Ada\ncv: f0.pdf', attachments: [{ filename: 'f0.pdf' }] },
    });
    expect([receiver.requests, smtp.mails]).toEqual([[], []]);
  });

  it('with manual input has no files', async () => {
    const test = await aTest(app, aFanOut(hook()));
    await test.reach('succeeded');
    const { output } = (await test.step('crm')) as { output: { request: { body: string } } };
    expect(JSON.parse(output.request.body).data.files).toEqual([]);
  });
});
