import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { anEnabledForm, aSubmission, submit } from '../../support/forms';
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
    { date: day(2), accepted: 0, quarantined: 0 },
    { date: day(1), accepted: 2, quarantined: 1 },
    { date: day(0), accepted: 1, quarantined: 0 },
  ]);
  expect(await stats(1)).toEqual([{ date: day(0), accepted: 1, quarantined: 0 }]);

  await app.database.query('update form_days set day = day - 90 where form_id = $1', [form.id]);
  expect(await app.app.get(FormDaysService).sweep()).toBe(1);
});

it.each(['0', '91', 'x'])('%s days are refused', async (days) => {
  const form = await anEnabledForm(app.api);
  expect((await app.api.get(`/v1/forms/${form.id}/stats?days=${days}`)).status).toBe(422);
});
