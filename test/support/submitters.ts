import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { Agent, request } from 'undici';
import { eventually } from './eventually';

/**
 * Clients that submit to a form without a pause. Each sends a submission again, under the same idempotency key, until it is
 * acknowledged, and writes down the id that it was told; so at the end every submission has exactly one known outcome.
 */
export class Submitters {
  /** Ids by idempotency key. */
  readonly acknowledged = new Map<string, string>();
  /** How often each status other than 201 was answered. */
  readonly refusals = new Map<number, number>();
  /** How often there was no answer. */
  unanswered = 0;
  /** How long the slowest answer took. */
  slowestMs = 0;
  private isStopping = false;
  private readonly agent = new Agent({ connections: 50, headersTimeout: 15_000 });
  private readonly working: Promise<void>[];

  constructor(
    private readonly baseUrl: string,
    private readonly form: { id: string },
    count = 12,
  ) {
    this.working = Array.from({ length: count }, () => this.work());
  }

  /** Waits for so many acknowledgements more. */
  async more(count: number, withinSeconds = 20): Promise<void> {
    const goal = this.acknowledged.size + count;
    await eventually(() => this.acknowledged.size >= goal, withinSeconds);
  }

  /** Lets each end with the acknowledgement of its last submission. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.working);
    await this.agent.close();
  }

  private async work(): Promise<void> {
    while (!this.isStopping) await this.submit(randomUUID());
  }

  private async submit(key: string): Promise<void> {
    for (const giveUpAt = Date.now() + 40_000; Date.now() < giveUpAt; await pause(10)) {
      const id = await this.attempt(key);
      if (id) return void this.acknowledged.set(key, id);
    }
    throw new Error('A submission was not acknowledged within forty seconds.');
  }

  private async attempt(key: string): Promise<string | null> {
    const begun = performance.now();
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
    } finally {
      this.slowestMs = Math.max(this.slowestMs, performance.now() - begun);
    }
    return null;
  }
}

/** Whether the database holds what was acknowledged, each submission once, and nothing else. */
export async function expectStoredOnce(
  databaseUrl: string,
  form: { id: string },
  acknowledged: Map<string, string>,
): Promise<void> {
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
    const counted = await client.query('select submissions_count, unread_count from form_stats where form_id = $1', [
      form.id,
    ]);
    expect(counted.rows).toEqual([{ submissions_count: rows.length, unread_count: rows.length }]);
  } finally {
    await client.end();
  }
}
