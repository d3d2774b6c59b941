import { etagOf } from '../../support/forms';
import { Notices } from './notices.fixture';

let owner: Notices;
beforeAll(async () => {
  owner = await Notices.start();
});
beforeEach(() => owner.reset());

const REFUSED = { allowed_origins: ['https://mine.example'] };
const ORIGIN = { Origin: 'https://other.example' };

describe('refused origins', () => {
  it('of visitors of five networks are told once, with a remedy, and as text', async () => {
    const form = await owner.form({ ...REFUSED, name: 'Contact' });
    await owner.visit(form, 4, {}, ORIGIN);
    await owner.tell();
    expect(await owner.openOf(form)).toEqual([]);
    await owner.visit(form, 5, {}, ORIGIN);
    await owner.tell();
    await owner.tell();
    const [notice] = await owner.list();
    expect(notice).toMatchObject({
      ...{ form_id: form.id, form_name: 'Contact', kind: 'origin_refused', closed_at: null },
      detail: { origins: ['https://other.example'], visitors: 5 },
      told_at: expect.any(String) as string,
    });
    const mails = owner.takeMails();
    expect(mails).toHaveLength(1);
    expect(mails[0]!.headers.get('subject')).toBe('Visitors of a website are refused: Contact');
    expect(mails[0]!.text).toContain('https://other.example');
    expect(mails[0]!.text).toContain('If this is your page');
    expect(mails[0]!.html).not.toContain('href="https://other');
  });

  it('are over after seven days without one, which is told', async () => {
    const form = await owner.form(REFUSED);
    await owner.visit(form, 5, {}, ORIGIN);
    await owner.tell();
    owner.takeMails();
    await owner.pass('6 days');
    await owner.tell();
    expect(await owner.openOf(form)).toEqual(['origin_refused']);
    await owner.pass('1 day 1 hour');
    await owner.tell();
    expect(await owner.openOf(form)).toEqual([]);
    expect(owner.takeSubjects()).toEqual([expect.stringContaining('Over: Visitors of a website are refused')]);
  });
});

describe('a closed notice', () => {
  it('stays closed while what it tells goes on, and no mail tells of its end', async () => {
    const form = await owner.form(REFUSED);
    await owner.visit(form, 5, {}, ORIGIN);
    await owner.tell();
    owner.takeMails();
    const [{ id }] = (await owner.list()) as unknown as [{ id: string }];
    const closed = await owner.app.api.post(`/v1/notices/${id}/close`);
    expect(closed).toMatchObject({ status: 200, body: { data: { id, closed_at: expect.any(String) as string } } });
    await owner.pass('1 day');
    await owner.visit(form, 5, {}, ORIGIN);
    await owner.tell();
    expect(await owner.openOf(form)).toEqual([]);
    await owner.pass('8 days');
    await owner.tell();
    expect(owner.takeSubjects()).toEqual([]);
  });
});

it('is among the warnings of the settings', async () => {
  const form = await owner.form(REFUSED);
  await owner.visit(form, 5, {}, ORIGIN);
  await owner.tell();
  const { body } = await owner.app.api.get<{ warnings: string[] }>(`/v1/forms/${form.id}/settings`);
  expect(body.data.warnings).toContainEqual(expect.stringContaining('https://other.example'));
  expect(await etagOf(owner.app.api, form)).toMatch(/"/);
});
