import fc from 'fast-check';
import { shareApp, type TestApp } from '../../support/app';
import { submitParts } from '../../support/files';
import { anEnabledForm, type CreatedForm, submit } from '../../support/forms';
import { storedIn, submitPairs } from '../../support/intake';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const FIELDS = [{ name: 'email', type: 'string', validation: 'email' }];
const aContactForm = (): Promise<CreatedForm> => anEnabledForm(app.api, { fields: FIELDS });
const numbered = (count: number): [string, string][] => Array.from({ length: count }, (_, n) => [`n${n}`, `value ${n}`]);

interface Stored {
  id: string;
  fields: Record<string, unknown>;
  other_values?: Record<string, unknown>;
  other_values_dropped?: string[];
}

const newestIn = async (form: CreatedForm): Promise<Stored> => (await storedIn(app.api, form))[0] as unknown as Stored;

describe('values beyond the limits of values that no field has', () => {
  it('are named with the submission by every read of it', async () => {
    const form = await aContactForm();
    const sent = { email: 'ada@example.com', large: 'x'.repeat(60_000), larger: 'y'.repeat(60_000), ['é'.repeat(300)]: 'long' };
    expect((await submit(app.api, form, sent)).status).toBe(201);
    const dropped = ['larger', 'é'.repeat(255)];
    const stored = await newestIn(form);
    expect(stored).toMatchObject({ other_values: { large: sent.large }, other_values_dropped: dropped });
    const reads = [`/v1/forms/${form.id}/submissions/${stored.id}`, `/v1/submissions?form=${form.id}`, `/v1/forms/${form.id}/changes`];
    for (const path of reads) expect(JSON.stringify((await app.api.get(path)).body.data)).toContain(JSON.stringify(dropped));
  });

  it.each([
    ['an urlencoded form', submitPairs],
    ['a multipart form', submitParts],
  ])('are named where %s has more names than are kept', async (_, sendPairs) => {
    const form = await aContactForm();
    const answer = await sendPairs(app.api, form, [['email', 'ada@example.com'], ...numbered(300), ['long'.repeat(70), 'x']]);
    expect(answer.status).toBe(201);
    const { other_values: kept, other_values_dropped: dropped } = await newestIn(form);
    expect(Object.keys(kept!)).toEqual(numbered(200).map(([name]) => name));
    expect(dropped).toEqual([...Array.from({ length: 100 }, (_each, n) => `n${n + 200}`), 'long'.repeat(70).slice(0, 255)]);
  });

  it('leave no member where everything is kept', async () => {
    const form = await aContactForm();
    await submit(app.api, form, { email: 'ada@example.com', ['n'.repeat(255)]: 1, ...Object.fromEntries(numbered(199)) });
    const stored = await newestIn(form);
    expect(stored).not.toHaveProperty('other_values_dropped');
    expect(Object.keys(stored.other_values!)).toHaveLength(200);
  });

  it('stay named for submissions that are stored in one batch with others', async () => {
    const form = await aContactForm();
    const bodies = Array.from({ length: 12 }, (_, n) => ({ n, ...(n % 3 === 0 && { [`long ${n} ${'x'.repeat(300)}`]: 1 }) }));
    await Promise.all(bodies.map((body) => submit(app.api, form, body)));
    const stored = (await storedIn(app.api, form)) as unknown as Stored[];
    for (const { other_values: kept, other_values_dropped: dropped } of stored) {
      const n = kept!['n'] as number;
      expect(dropped).toEqual(n % 3 === 0 ? [`long ${n} ${'x'.repeat(300)}`.slice(0, 255)] : undefined);
    }
  });

  it('are each stored or named, whatever a body of 1 to 300 names has', async () => {
    const form = await aContactForm();
    const name = fc.oneof(fc.string({ minLength: 1, maxLength: 30 }), fc.string({ unit: 'grapheme', minLength: 100, maxLength: 400 }));
    const value = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.integer(),
      fc.nat(9000).map((length) => 'é'.repeat(length + 1)),
    );
    const bodies = fc.uniqueArray(fc.tuple(name, value), { minLength: 1, maxLength: 300, selector: ([each]) => each });
    await fc.assert(
      fc.asyncProperty(bodies, async (pairs) => {
        const usual = pairs.filter(([each]) => !each.includes('\0') && each.isWellFormed() && !each.startsWith('_') && each !== 'fields');
        const storable = usual.filter(([, each]) => typeof each !== 'string' || (!each.includes('\0') && each.isWellFormed()));
        const sent = new Map<string, string | number>([...storable, ['another', 1]]);
        const answer = await submit(app.api, form, JSON.stringify(Object.fromEntries(sent)), { 'content-type': 'application/json' });
        expect([201, 413]).toContain(answer.status);
        if (answer.status !== 201) return;
        const { fields, other_values: kept = {}, other_values_dropped: dropped = [] } = await newestIn(form);
        for (const [each, was] of sent) {
          if (Object.hasOwn(kept, each)) expect(kept[each]).toEqual(was);
          else if (!Object.hasOwn(fields, each)) expect(dropped).toContain([...each].slice(0, 255).join(''));
        }
      }),
      { numRuns: 25 },
    );
  });

  it('are named in exports', async () => {
    const form = await aContactForm();
    await submit(app.api, form, { email: 'ada@example.com', company: 'X', ['n'.repeat(256)]: 1 });
    const exported = async (format: string) =>
      (await app.api.get(`/v1/forms/${form.id}/submissions/export?format=${format}`)).body as unknown as string;
    expect(await exported('csv')).toContain(`""other_values_dropped"":[""${'n'.repeat(255)}""]`);
    expect(JSON.parse(await exported('ndjson'))).toMatchObject({ other_values: { company: 'X' }, other_values_dropped: ['n'.repeat(255)] });
  });

  it.each([
    ['JSON', JSON.stringify(Object.fromEntries(numbered(1001))), 'application/json'],
    [
      'a form',
      numbered(1001)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
      'application/x-www-form-urlencoded',
    ],
  ])('are refused in %s of more than 1,000 names', async (_, body, type) => {
    const form = await aContactForm();
    expect((await submit(app.api, form, body, { 'content-type': type })).status).toBe(422);
    expect(await storedIn(app.api, form)).toEqual([]);
  });
});
