import { Client } from 'pg';
import { KeysRepository } from '../../src/keys/keys.repository';
import { makeSecret, parseSecret } from '../../src/api/auth/secret-format.rules';
import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import { atEnd } from '../support/at-end';
import { statementsDuring } from '../support/queries';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startApp();
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  atEnd(() => client.end());
});

/** The part of a plan that says how much work was done. */
interface Work {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Loops': number;
  Plans?: Work[];
}

const workOf = ({ Plans = [], ...node }: Work): unknown => [
  [node['Node Type'], node['Index Name'], node['Actual Loops']],
  Plans.map(workOf),
];

describe('the look-up of a key', () => {
  it('does the same work and reads as many bytes whether or not the id is stored', async () => {
    const texts = await Promise.all([1, 2, 3].map(() => app.key()));
    const known = texts.map((text) => parseSecret('fck', text)!.id);
    const unknown = ['000000000000', 'zzzzzzzzzzzz', makeSecret('fck').id];
    const seen = new Map<string, unknown>();
    for (const id of [...known, ...unknown]) {
      const statements = await statementsDuring(async () => {
        const found = await app.app.get(KeysRepository).findByLookupId(id);
        expect(found).toMatchObject({ isSentId: known.includes(id), digest: expect.any(Buffer) as Buffer });
        expect(found!.digest).toHaveLength(32);
      });
      for (const { sql, parameters } of statements) {
        const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Work }[] }>(`${EXPLAIN} ${sql}`, parameters);
        seen.set(JSON.stringify(workOf(rows[0]!['QUERY PLAN'][0]!.Plan)), id);
      }
    }
    expect([...seen]).toHaveLength(1);
  });
});

const EXPLAIN = 'explain (analyze, timing off, format json)';
