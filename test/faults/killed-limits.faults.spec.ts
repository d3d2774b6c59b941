import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { INVARIANTS } from '../../src/cli/verify/invariants.sql';
import { anEnabledForm, type CreatedForm, setSettings } from '../support/forms';
import { ServiceProcess } from '../support/service-process';
import { waitUntil } from '../support/wait-until';

const PLACES = 30;
const VISITORS = 200;

let service: ServiceProcess;
let form: CreatedForm;
beforeAll(async () => {
  service = await ServiceProcess.prepare();
  await service.start();
  const fields = [
    { name: 'email', type: 'string' },
    { name: 'day', type: 'string', options: ['Mon', 'Tue'] },
  ];
  form = await anEnabledForm(service.api, { fields });
  await setSettings(service.api, form, { intake: { unique_by: 'email', places: { day: { Mon: PLACES } } } });
});

const settled: { n: number; status: number }[] = [];

/** Repeats a submission under one key until it is accepted or refused. */
async function visit(n: number): Promise<void> {
  for (; ; await pause(100)) {
    const status = await attempt(n).catch(() => 0);
    if (status === 201 || status === 409) return void settled.push({ n, status });
  }
}

/** Two visitors have one e-mail address. */
const attempt = async (n: number): Promise<number> => {
  const answer = await fetch(`${service.api.baseUrl}/api/v1/forms/${form.id}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `visitor-${n}` },
    body: JSON.stringify({ email: `a${n >> 1}@b.example`, day: 'Mon' }),
  });
  await answer.arrayBuffer();
  return answer.status;
};

it('no place is given twice and no value accepted twice, whichever process is killed and when', async () => {
  const queue = Array.from({ length: VISITORS }, (_, n) => n);
  const visitors = Array.from({ length: 12 }, async () => {
    for (let n = queue.shift(); n !== undefined; n = queue.shift()) await visit(n);
  });
  for (const [round, share] of [0.02, 0.1, 0.4].entries()) {
    await waitUntil(() => settled.length >= VISITORS * share);
    if (round % 2) await service.killDatabase(); // which the service restarts by itself
    await service.kill();
    await service.start();
  }
  await Promise.all(visitors);

  const accepted = settled.filter(({ status }) => status === 201).map(({ n }) => `a${n >> 1}@b.example`);
  const client = new Client({ connectionString: await service.databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ email: string }>(`select fields ->> 'email' as email from submissions`);
    expect(rows.map(({ email }) => email).sort()).toEqual(accepted.sort());
    expect({ accepted: accepted.length, different: new Set(accepted).size }).toEqual({
      accepted: PLACES,
      different: PLACES,
    });
    for (const invariant of Object.values(INVARIANTS)) expect((await client.query(invariant)).rows).toEqual([]);
  } finally {
    await client.end();
  }
});
