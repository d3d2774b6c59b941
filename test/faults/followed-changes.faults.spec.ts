import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { atEnd } from '../support/at-end';
import type { CreatedForm } from '../support/forms';
import { anEnabledForm } from '../support/forms';
import { countLockWaiters } from '../support/queries';
import { ServiceProcess } from '../support/service-process';
import { SubmissionLoad } from '../support/submission-load';
import { waitUntil } from '../support/wait-until';
import { endProcess } from '../support/worker-process';

let service: ServiceProcess;
let form: CreatedForm;
let database: Client;
let key: string;
beforeAll(async () => {
  service = await ServiceProcess.prepare();
  await service.start();
  form = await anEnabledForm(service.api);
  key = (await service.cli<{ key: string }>('keys', 'create', '--name', 'copies')).key;
  database = await connected();
});

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: await service.databaseUrl() });
  await client.connect();
  atEnd(() => client.end());
  return client;
}

interface Copy {
  cursor: string;
  isComplete: boolean;
  rows: Record<string, { state: string; isRead: boolean }>;
}

/** A program that follows the changes. Its copy outlives it. */
class Consumer {
  private child: ChildProcess | null = null;
  private readonly file = join(service.dataDir, `copy-${(Consumer.count += 1)}.json`);
  private static count = 0;

  start(): void {
    const feed = `${service.api.baseUrl}/v1/forms/${form.id}/changes`;
    const words = [PROGRAM, feed, key, this.file];
    const child = spawn(process.execPath, words, { stdio: ['pipe', 'ignore', 'inherit'] });
    this.child = child;
    atEnd(() => endProcess(child, 'SIGKILL'));
  }

  async kill(): Promise<void> {
    if (this.child) await endProcess(this.child, 'SIGKILL');
  }

  async copy(): Promise<Copy> {
    return JSON.parse(await readFile(this.file, 'utf8')) as Copy;
  }
}

const PROGRAM = join(__dirname, '../support/copy-of-changes.mjs');
const observer = { database: { query: async (sql: string) => (await database.query(sql)).rows as unknown[] } };

/** Reads, holds and deletes what has been stored, until it is stopped. Requests that a kill interrupts may or may not have had their effect. */
async function changeAll(load: SubmissionLoad, isOver: () => boolean): Promise<void> {
  const seen = new Set<string>();
  for (; !isOver(); await pause(5)) {
    const id = [...load.acknowledged.values()].find((each) => !seen.has(each));
    if (!id) continue;
    seen.add(id);
    const path = `/v1/forms/${form.id}/submissions/${id}`;
    const change = [() => service.api.patch(path, { read: true }), () => service.api.post(`${path}/spam`), () => service.api.delete(path)][
      seen.size % 4
    ];
    await change?.().catch(() => null);
  }
}

async function changesAfter(cursor: string): Promise<number> {
  const { body } = await service.api.get<unknown[]>(`/v1/forms/${form.id}/changes?limit=1&after=${cursor}`);
  return body.data.length;
}

/** A change whose commit waits while others, and the readers, go on as far as they can. */
async function withSlowCommit(id: string): Promise<void> {
  const client = await connected();
  await client.query('begin');
  await client.query('select from submissions where form_id = $1 and id = $2 for update', [form.id, id]);
  const slow = service.api.patch(`/v1/forms/${form.id}/submissions/${id}`, { read: false });
  await waitUntil(async () => (await countLockWaiters(observer)) > 1);
  await client.query('rollback');
  await slow;
}

it('copies that are killed while they follow the changes equal the database in the end, though the service is killed as well and commits are slow', async () => {
  const consumers = [new Consumer(), new Consumer(), new Consumer()];
  for (const consumer of consumers) consumer.start();
  const load = new SubmissionLoad(service.api.baseUrl, form, 8);
  let isOver = false;
  const changing = changeAll(load, () => isOver);
  await load.waitForMore(20);
  const [kept] = [...load.acknowledged.values()].slice(-1);
  for (let round = 0; round < 5; round += 1) {
    await load.waitForMore(30);
    for (const consumer of consumers) {
      await consumer.kill();
      consumer.start();
    }
    await withSlowCommit(kept!);
    if (round % 3 !== 1) continue;
    await service.kill();
    await service.start();
  }
  await load.stop();
  isOver = true;
  await changing;
  const { rows } = await database.query<{ id: string; state: string; isRead: boolean }>(
    `select id, state, read_at is not null as "isRead" from submissions where form_id = $1 and state <> 'trashed'`,
    [form.id],
  );
  const stored = Object.fromEntries(rows.map(({ id, ...row }) => [id, row]));
  for (const consumer of consumers) {
    await waitUntil(async () => (await changesAfter((await consumer.copy()).cursor)) === 0);
    expect((await consumer.copy()).rows).toEqual(stored);
  }
  expect(rows.length).toBeGreaterThan(100);
});
