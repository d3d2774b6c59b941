import { randomUUID } from 'node:crypto';
import { startApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, setSettings, submit } from '../../support/forms';
import { nonceFor } from '../../support/intake';
import { aSolvedChallenge } from '../../support/proof-of-work';
import { bots, people, type Visit } from '../../support/visitors';
import { send as wire } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const aContactForm = (): Promise<CreatedForm> =>
  anEnabledForm(app.api, {
    fields: [
      { name: 'name', type: 'string', required: true },
      { name: 'email', type: 'string', validation: 'email', required: true },
      { name: 'message', type: 'string', required: true },
    ],
  });

/** Sends what a visitor does from the hosted page, or straight to the address without having opened it. Returns the status. */
async function visit(form: CreatedForm, visitor: Visit, hasChallenge: boolean): Promise<number> {
  const honeypot = visitor.fillsHoneypot ? { _gotcha: visitor.values.name } : {};
  if (visitor.seconds === null) return (await submit(app.api, form, { ...visitor.values, ...honeypot })).status;
  const answer = hasChallenge && visitor.runsScripts ? await aSolvedChallenge(app.api, form) : '';
  const hidden = { _nonce: nonceFor(app, form), _key: randomUUID() }; // last, so that only the seconds of the visitor count
  app.clock.forward({ seconds: visitor.seconds });
  const body = new URLSearchParams({
    ...hidden,
    ...visitor.values,
    _gotcha: '',
    ...honeypot,
    _altcha: answer,
  }).toString();
  const headers = [['Content-Type', 'application/x-www-form-urlencoded']] as const;
  return (await wire('POST', `${app.api.baseUrl}/f/${form.id}`, headers, body)).status;
}

/** Of those that are held, the number by kind of visitor, which their addresses name. */
const heldIn = (form: CreatedForm): Promise<{ kind: string; held: number }[]> =>
  app.database.query(
    `select split_part(fields ->> 'email', '.', 1) as kind, count(*)::int as held
     from submissions where form_id = $1 and state = 'quarantined' group by 1`,
    [form.id],
  );

const sumOf = (rows: { held: number }[]): number => rows.reduce((sum, { held }) => sum + held, 0);

it('of 500 people none is refused with the default settings, and at most one in a hundred is held', async () => {
  const form = await aContactForm();
  const visitors = people();
  expect(visitors).toHaveLength(500);
  const statuses = new Set<number>();
  for (const visitor of visitors) statuses.add(await visit(form, visitor, false));
  expect([...statuses]).toEqual([303]);
  const held = await heldIn(form);
  expect(sumOf(held)).toBeLessThanOrEqual(5);
  expect(held.map(({ kind }) => kind)).toEqual(['autofillthatfillsineverythingitfinds']);
});

describe('of the known patterns of spam, with all checks that need no third party,', () => {
  const checks = { too_fast: 'quarantine', links: 'quarantine', repeated_text: 'quarantine' };

  beforeEach(() => app.database.query('truncate repeated_texts'));

  it.each([
    ['at least seven in ten are held', { ...checks, proof_of_work: 'quarantine' }, 70, true],
    ['also without a proof of work', checks, 70, false],
  ])('%s', async (_, spam, least, hasChallenge) => {
    const form = await aContactForm();
    await setSettings(app.api, form, { spam });
    const visitors = bots();
    expect(visitors).toHaveLength(100);
    for (const visitor of visitors) expect([201, 303]).toContain(await visit(form, visitor, hasChallenge));
    const held = await heldIn(form);
    expect(sumOf(held)).toBeGreaterThanOrEqual(least);
    expect(held.map(({ kind }) => kind)).not.toContain('isapersonwhoispaid');
  });
});
