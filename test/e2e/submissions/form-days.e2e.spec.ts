import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { anEnabledForm, aSubmission, submit } from '../../support/forms';
import { RefusalsService } from '../../../src/intake/refusals/refusals.service';
import { FormDaysService } from '../../../src/submissions/stats/form-days.service';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

it('submissions are counted by the day and the verdict of their arrival, also over midnight', async () => {
  const form = await anEnabledForm(app.api);
  const stats = async (days: number) => (await app.api.get(`/v1/forms/${form.id}/stats?days=${days}`)).body.data as unknown;
  for (const _gotcha of ['', '', 'x']) expect((await submit(app.api, form, { n: 1, _gotcha })).status).toBe(201);
  await app.database.query('update form_stats set day = day - 1 where form_id = $1', [form.id]);
  const id = await aSubmission(app.api, form);
  await app.api.delete(`/v1/forms/${form.id}/submissions/${id}`);
  expect(await stats(3)).toEqual([
    { date: day(2), accepted: 0, quarantined: 0, refused: 0 },
    { date: day(1), accepted: 2, quarantined: 1, refused: 0 },
    { date: day(0), accepted: 1, quarantined: 0, refused: 0 },
  ]);
  expect(await stats(1)).toEqual([{ date: day(0), accepted: 1, quarantined: 0, refused: 0 }]);

  await app.database.query('update form_days set day = day - 90 where form_id = $1', [form.id]);
  expect(await app.app.get(FormDaysService).sweep()).toBe(1);
});

it.each(['0', '91', 'x'])('%s days are refused', async (days) => {
  const form = await anEnabledForm(app.api);
  expect((await app.api.get(`/v1/forms/${form.id}/stats?days=${days}`)).status).toBe(422);
});

it('refused submissions are counted once each, whatever the number of their errors', async () => {
  const required = ['a', 'b'].map((name) => ({ name, type: 'string', required: true }));
  const form = await anEnabledForm(app.api, { fields: required, allowed_origins: ['https://shop.example'] });
  await submit(app.api, form, { c: 1 }, { origin: 'https://shop.example' });
  await submit(app.api, form, { a: 1, b: 1 }, { origin: 'https://other.example' });
  await app.app.get(RefusalsService).flush();
  expect((await app.api.get(`/v1/forms/${form.id}/stats?days=1`)).body.data).toEqual([
    { date: day(0), accepted: 0, quarantined: 0, refused: 2 },
  ]);
});

describe('the use of a name in the submissions of the last 30 days', () => {
  const useOf = async (form: { id: string }, name: string) =>
    (await app.api.get(`/v1/forms/${form.id}/name-use?name=${encodeURIComponent(name)}`)).body.data as unknown;

  it('counts values, choices and files, of names without a field too', async () => {
    const form = await anEnabledForm(app.api, {
      fields: [
        { name: 'question', type: 'string', required: false },
        { name: 'days', type: 'array', required: false, options: ['Mon', 'Tue', 'Wed'] },
        { name: 'plan', type: 'file', required: false },
      ],
    });
    await aSubmission(app.api, form, { question: 'Why?', days: ['Mon', 'Tue'] });
    await aSubmission(app.api, form, { question: '', days: ['Mon'], phone: '1' });
    const body = new FormData();
    body.set('plan', new Blob(['hello']), 'a.txt');
    expect((await fetch(`${app.api.baseUrl}/api/v1/forms/${form.id}/submit`, { method: 'POST', body })).status).toBe(201);
    const days = [
      { option: 'Mon', count: 2 },
      { option: 'Tue', count: 1 },
    ];
    expect(await useOf(form, 'question')).toEqual({ submissions: 3, with_value: 1, options: [] });
    expect(await useOf(form, 'days')).toEqual({ submissions: 3, with_value: 2, options: days });
    expect(await useOf(form, 'plan')).toEqual({ submissions: 3, with_value: 1, options: [] });
    expect(await useOf(form, 'phone')).toEqual({ submissions: 3, with_value: 1, options: [] });
    expect(await useOf(form, "it's '[not] there")).toEqual({ submissions: 3, with_value: 0, options: [] });
  });

  it('leaves out what is older', async () => {
    const form = await anEnabledForm(app.api);
    await aSubmission(app.api, form, { a: 1 });
    await app.database.query(`update submissions set received_at = received_at - interval '31 days' where form_id = $1`, [form.id]);
    expect(await useOf(form, 'a')).toEqual({ submissions: 0, with_value: 0, options: [] });
  });
});
