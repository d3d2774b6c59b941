import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { Agent, request } from 'undici';
import type { Api } from './api';
import { atEnd } from './at-end';
import { anEnabledForm, type CreatedForm } from './forms';
import { waitUntil } from './wait-until';

/** A form for the submissions of these clients, which name their keys. */
export const aFormForLoad = (api: Api): Promise<CreatedForm> => anEnabledForm(api, { fields: [{ name: 'key', type: 'string' }] });

/**
 * Clients that submit to a form continuously. Each client repeats a submission with the same idempotency key until it is
 * acknowledged, and records the acknowledged id, so every submission has exactly one known outcome once `stop` has resolved. The
 * clients of a test that fails before that are ended with the test.
 */
export class SubmissionLoad {
  /** Ids by idempotency key. */
  readonly acknowledged = new Map<string, string>();
  /** The number of answers by status, except 201. */
  readonly refusals = new Map<number, number>();
  /** The number of requests without an answer. */
  unanswered = 0;
  private isStopping = false;
  private isEnded = false;
  private readonly agent = new Agent({ connections: 50, headersTimeout: 300_000 });
  private readonly working: Promise<unknown>;
  private readonly end = atEnd(async () => {
    this.isEnded = true;
    await this.agent.destroy();
    await this.working;
  });

  constructor(
    private readonly baseUrl: string,
    private readonly form: { id: string },
    count = 12,
  ) {
    this.working = Promise.all(Array.from({ length: count }, () => this.work()));
  }

  /** Waits for this number of further acknowledgements. */
  async waitForMore(count: number): Promise<void> {
    const goal = this.acknowledged.size + count;
    await waitUntil(() => this.acknowledged.size >= goal);
  }

  /** Ends each client after the acknowledgement of its last submission. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.working;
    await this.end();
  }

  private async work(): Promise<void> {
    for (; !this.isStopping && !this.isEnded; await pause(NEXT_AFTER_MS)) await this.submit(randomUUID());
  }

  private async submit(key: string): Promise<void> {
    for (; !this.isEnded; await pause(REPEAT_AFTER_MS)) {
      const id = await this.attempt(key);
      if (id) return void this.acknowledged.set(key, id);
    }
  }

  private async attempt(key: string): Promise<string | null> {
    try {
      const { statusCode, body } = await request(`${this.baseUrl}/api/v1/forms/${this.form.id}/submit`, {
        method: 'POST',
        dispatcher: this.agent,
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ key }),
      });
      const answer = (await body.json()) as { data: { id: string } };
      if (statusCode === 201) return answer.data.id;
      this.refusals.set(statusCode, (this.refusals.get(statusCode) ?? 0) + 1);
    } catch {
      this.unanswered += 1;
    }
    return null;
  }
}

/** So short that some requests are always open, and so long that the tests beside this one get the processors. */
const NEXT_AFTER_MS = 25;

/** Long enough that clients of a service that is away leave the processors to its start. */
const REPEAT_AFTER_MS = 100;

/** Expects the database to hold each acknowledged submission once and nothing else. */
export async function expectStoredOnce(databaseUrl: string, form: { id: string }, acknowledged: Map<string, string>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; key: string }>(
      `select id, fields ->> 'key' as key from submissions where form_id = $1`,
      [form.id],
    );
    const stored = new Map(rows.map(({ key, id }) => [key, id]));
    expect([...acknowledged].filter(([key, id]) => stored.get(key) !== id)).toEqual([]);
    expect(rows.length).toBe(acknowledged.size);
    const counted = await client.query('select submissions_count, unread_count from form_stats where form_id = $1', [form.id]);
    expect(counted.rows).toEqual([{ submissions_count: rows.length, unread_count: rows.length }]);
  } finally {
    await client.end();
  }
}
