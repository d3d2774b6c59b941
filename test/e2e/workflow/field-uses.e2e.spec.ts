import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, etagOf, setSettings } from '../../support/forms';
import { aDefinition, aDraft, aNode, aVersion, START, STORE, workflowPath } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const FIELDS = [{ name: 'plan', type: 'string', options: ['Gold', 'Silver'] }];
const comparing = (value: string) =>
  aDefinition(
    [START, aNode('paying', 'filter', { where: { field: 'plan', op: 'eq', value } }, { name: 'Paying' }), STORE],
    'start>paying',
    'paying>store',
  );

async function aComparingForm(): Promise<CreatedForm> {
  const form = await anEnabledForm(app.api, { fields: FIELDS });
  await aVersion(app.api, form, comparing('Gold'));
  return form;
}

const pathOf = (form: CreatedForm) => `/v1/forms/${form.id}/fields/${form.fields[0]!.id}`;
const withOptions = async (form: CreatedForm, options: string[] | null) =>
  app.api.patch<any>(pathOf(form), { options }, { ifMatch: await etagOf(app.api, form) });

describe('an option that a step compares with', () => {
  it('is named with its places where an edit takes it away', async () => {
    const form = await aComparingForm();
    await setSettings(app.api, form, { intake: { places: { plan: { Gold: 5 } } } });
    const { status, body } = await withOptions(form, ['Golden', 'Silver']);
    expect(status).toBe(200);
    const use = { node_id: 'paying', node_name: 'Paying', path: 'config.where.value', option: 'Gold' };
    expect(body.data.warning_details).toEqual([
      { place: 'settings', node_id: null, node_name: null, path: 'intake.places.plan.Gold', option: 'Gold' },
      { place: 'draft', ...use },
      { place: 'published', ...use },
    ]);
    expect(body.data.warnings).toContain(
      'The step "Paying" (config.where.value) of the published workflow compares it with "Gold", which is no option any more.',
    );
  });

  it('is not named where it stays, or where every value is accepted', async () => {
    const form = await aComparingForm();
    expect((await withOptions(form, ['Gold', 'Bronze'])).body.data.warnings).toBeUndefined();
    expect((await withOptions(form, null)).body.data.warnings).toBeUndefined();
  });

  it('is told with the published version where a step maps it and the field has no such option', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    const mapping = aNode('prices', 'map_values', { field: 'plan', map: { Gold: 1, Bronze: 2 } }, { name: 'Prices' });
    await aVersion(app.api, form, aDefinition([START, mapping, STORE], 'start>prices', 'prices>store'));
    const warnings = async () => (await app.api.get(workflowPath(form))).body.data.warnings;
    expect(await warnings()).toEqual([expect.stringContaining('The step "Prices" maps "Bronze" of plan')]);
    await withOptions(form, ['Gold', 'Silver', 'Bronze']);
    expect(await warnings()).toBeUndefined();
  });

  it('keeps a version from being published once it is gone', async () => {
    const form = await aComparingForm();
    await withOptions(form, ['Golden', 'Silver']);
    await aDraft(app.api, form, comparing('Gold'));
    const refused = await app.api.post(`${workflowPath(form)}/publish`, undefined, { ifMatch: '*' });
    expectError(refused, 'workflow_validation_failed');
    expect(refused.body.error!.details).toMatchObject({
      items: [{ code: 'unknown_option', node_id: 'paying', path: 'config.where.value' }],
    });
    await aVersion(app.api, form, comparing('Golden'));
  });

  it('may be any text in a form that does not check values', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS, validate_fields: false });
    await aVersion(app.api, form, comparing('Bronze'));
  });
});

describe('the uses of a field', () => {
  it('are its places and those of its options', async () => {
    const form = await aComparingForm();
    await setSettings(app.api, form, { intake: { unique_by: 'plan' } });
    const { body } = await app.api.get<any[]>(`${pathOf(form)}/uses`);
    expect(body.data.map(({ place, path, option }) => [place, path, option])).toEqual([
      ['settings', 'intake.unique_by', null],
      ['draft', 'config.where.field', null],
      ['published', 'config.where.field', null],
      ['draft', 'config.where.value', 'Gold'],
      ['published', 'config.where.value', 'Gold'],
    ]);
  });

  it('are shown to keys that see the workflow', async () => {
    const form = await aComparingForm();
    const key = await app.key({ scopes: ['forms:read', 'forms:update'] });
    expectError(await app.api.get(`${pathOf(form)}/uses`, { key }), 'insufficient_scope');
    const ifMatch = await etagOf(app.api, form);
    const edited = await app.api.patch<any>(pathOf(form), { options: ['Silver'] }, { key, ifMatch });
    expect([edited.status, edited.body.data.warnings]).toEqual([200, undefined]);
  });
});
