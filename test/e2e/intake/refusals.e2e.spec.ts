import { RefusalsService } from '../../../src/intake/refusals/refusals.service';
import { startApp, type TestApp } from '../../support/app';
import { anEnabledForm, etagOf, setSettings, submit } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ trustProxy: ['loopback'] });
});
afterAll(() => app.close());

let visitors = 0;
const newVisitor = () => ({ 'x-forwarded-for': `10.4.${(++visitors / 200) | 0}.${visitors % 200}` });
const SHOP = 'https://shop.example';

const send = (form: { id: string }, values: object, headers: Record<string, string> = {}) =>
  submit(app.api, form, values, { ...newVisitor(), ...headers });

interface Row {
  kind: string;
  name: string;
  reason: string;
  count: number;
  visitors: string[];
}

/** The rows of a form once everything that was counted is stored, but those of whole submissions. */
async function rowsOf({ id }: { id: string }): Promise<Row[]> {
  await app.app.get(RefusalsService).flush();
  return app.database.query<Row>(
    `select kind, name, reason, count, visitors from form_refusals
      where form_id = $1 and kind not in ('accepted', 'refused') order by kind, count desc, name, reason`,
    [id],
  );
}

const countsOf = async (form: { id: string }) => (await rowsOf(form)).map(({ kind, name, reason, count }) => [kind, name, reason, count]);

const REQUIRED = [
  { name: 'email', type: 'string', required: true, validation: 'email' },
  { name: 'age', type: 'number' },
];

describe('what a form refuses is counted', () => {
  it('by origin, as browsers write it, and for pages that hide their origin', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: [SHOP] });
    const origins = ['https://other.example', 'HTTPS://Other.example:443', 'null', 'not an origin', SHOP, SHOP];
    for (const origin of origins) await send(form, { a: 1 }, { origin });
    await send(form, { a: 1 });
    expect(await countsOf(form)).toEqual([
      ['origin', 'https://other.example', 'not_listed', 2],
      ['origin', '', 'missing', 1],
      ['origin', 'null', 'not_listed', 1],
    ]);
  });

  it('by origin once when the browser of a script asks first, since the refusal itself follows', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: [SHOP] });
    const sends = async (origin: string) => {
      const address = `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`;
      const headers = { origin, ...newVisitor() };
      expect((await fetch(address, { method: 'OPTIONS', headers })).headers.get('access-control-allow-origin')).toBe(origin);
      await fetch(address, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{"a":1}' });
    };
    await sends('https://other.example');
    await sends(SHOP);
    expect(await countsOf(form)).toEqual([['origin', 'https://other.example', 'not_listed', 1]]);
  });

  it('by field and code, once for each submission, without values', async () => {
    const form = await anEnabledForm(app.api, { fields: REQUIRED });
    await send(form, {});
    await send(form, { email: 'secret value', age: 'x' });
    await send(form, { email: '', age: 'x', nonsense: 1 });
    expect(await countsOf(form)).toEqual([
      ['field', 'age', 'not_number', 2],
      ['field', 'email', 'preset_not_met', 1],
      ['field', 'email', 'required', 1],
    ]);
    expect(JSON.stringify(await rowsOf(form))).not.toContain('secret');
  });

  it('but not by field for programs that fill in the honeypot', async () => {
    const form = await anEnabledForm(app.api, { fields: REQUIRED });
    await send(form, { email: 'x', _gotcha: 'x' });
    expect(await countsOf(form)).toEqual([]);
  });

  it.each([
    ['has not begun', { opens_at: '2099-01-01T00:00:00Z' }, 'before'],
    ['has ended', { closes_at: '2020-01-01T00:00:00Z' }, 'after'],
    ['is full', { max_submissions: 1 }, 'full'],
  ])('with its reason for a form that %s', async (_, intake, reason) => {
    const form = await anEnabledForm(app.api);
    await send(form, { a: 1 });
    await setSettings(app.api, form, { intake });
    await send(form, { a: 1 });
    expect(await countsOf(form)).toEqual([['closed', '', reason, 1]]);
  });

  it('with its reason for a form that is disabled', async () => {
    const form = await anEnabledForm(app.api);
    await app.api.patch(`/v1/forms/${form.id}`, { status: 'disabled' }, { ifMatch: await etagOf(app.api, form) });
    await send(form, { a: 1 });
    expect(await countsOf(form)).toEqual([['closed', '', 'disabled', 1]]);
  });

  it('by visitors, whose digests are of one form and one day', async () => {
    const [form, other] = [
      await anEnabledForm(app.api, { allowed_origins: [SHOP] }),
      await anEnabledForm(app.api, { allowed_origins: [SHOP] }),
    ];
    const visitor = newVisitor();
    for (const each of [form, form, other]) await submit(app.api, each, {}, { origin: 'https://a.example', ...visitor });
    await send(form, {}, { origin: 'https://a.example' });
    const [{ count, visitors: ofForm }, { visitors: ofOther }] = [(await rowsOf(form))[0]!, (await rowsOf(other))[0]!];
    expect([count, ofForm.length]).toEqual([3, 2]);
    expect(ofForm).not.toContain(ofOther[0]);
  });
});

it('one visitor who invents origins leaves room for those of others', async () => {
  const form = await anEnabledForm(app.api, { allowed_origins: [SHOP] });
  const inventor = newVisitor();
  const refusals = app.app.get(RefusalsService);
  for (let batch = 0; batch < 3; batch += 1) {
    for (let name = 0; name < 60; name += 1) {
      refusals.countRefusedOrigin(form.id, `https://a${batch}-${name}.example`, inventor['x-forwarded-for']);
    }
    await refusals.flush();
  }
  await send(form, {}, { origin: 'https://real.example' });
  const rows = await rowsOf(form);
  expect(rows).toHaveLength(64);
  expect(rows.map(({ name }) => name)).toContain('https://real.example');
});

it('counts are added up through the day, and deleted after 30 days or with their form', async () => {
  const form = await anEnabledForm(app.api, { allowed_origins: [SHOP] });
  const refused = () => send(form, {}, { origin: 'https://a.example' });
  await refused();
  await rowsOf(form);
  await refused();
  expect(await rowsOf(form)).toMatchObject([{ count: 2, visitors: [expect.any(String), expect.any(String)] }]);
  await app.database.query(`update form_refusals set day = day - 29 where form_id = $1`, [form.id]);
  await app.app.get(RefusalsService).sweep();
  expect(await rowsOf(form)).toHaveLength(1);
  await app.database.query(`update form_refusals set day = day - 1 where form_id = $1`, [form.id]);
  await app.app.get(RefusalsService).sweep();
  expect(await rowsOf(form)).toEqual([]);
});
