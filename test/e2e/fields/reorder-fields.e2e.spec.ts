import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import type { Answer } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm, anEnabledForm, reload } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const FIELDS = ['a', 'b', 'c'].map((name) => ({ name, type: 'string' }));

const path = ({ id }: { id: string }) => `/v1/forms/${id}/fields/reorder`;

const reorder = (form: CreatedForm, order: unknown, ifMatch = form.etag): Promise<Answer> =>
  app.api.put(path(form), { order }, { ifMatch });

const numbersOf = ({ fields }: CreatedForm): number[] => fields.map(({ id }) => Number(id));

const namesOf = (fields: unknown): string[] => (fields as { name: string }[]).map(({ name }) => name);

describe('200', () => {
  it('answers the fields in their new order and the new ETag of the form', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const answer = await reorder(form, numbersOf(form).reverse());
    expect(answer.status).toBe(200);
    expect(namesOf(answer.body.data)).toEqual(['c', 'b', 'a']);
    expect(answer.etag).toBe(`"f-${form.id}-2"`);
    expect(await reload(app.api, form)).toMatchObject({ revision: 2, fields: answer.body.data });
  });

  it('accepts ids as text, as they are returned', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const order = [form.fields[1]!.id, Number(form.fields[0]!.id), form.fields[2]!.id];
    expect(namesOf((await reorder(form, order)).body.data)).toEqual(['b', 'a', 'c']);
  });

  it('keeps revision and ETag when the order does not change', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const answer = await reorder(form, numbersOf(form));
    expect(answer.etag).toBe(form.etag);
    expect(answer.body.data).toEqual(form.fields);
  });

  it('accepts an empty order for a form without fields', async () => {
    expect((await reorder(await aForm(app.api), [])).body.data).toEqual([]);
  });

  it('excludes deleted fields', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const [a, b, c] = numbersOf(form);
    await app.api.delete(`/v1/forms/${form.id}/fields/${b}`, { ifMatch: '*' });
    expect(namesOf((await reorder(form, [c, a], '*')).body.data)).toEqual(['c', 'a']);
  });

  it('is allowed after the form has been enabled', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    expect((await reorder(form, numbersOf(form).reverse())).status).toBe(200);
  });

  it('accepts a hundred fields', async () => {
    const fields = Array.from({ length: 100 }, (_, index) => ({ name: `f${index}`, type: 'string' }));
    const form = await aForm(app.api, { fields });
    const answer = await reorder(form, numbersOf(form).reverse());
    expect(namesOf(answer.body.data)).toEqual(fields.map(({ name }) => name).reverse());
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const api = app.api.as(await app.key({ scopes: allScopesBut('forms:update') }));
    const answer = await api.put(path(form), { order: numbersOf(form) }, { ifMatch: form.etag });
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('forms:update');
  });
});

describe('404', () => {
  it('does not find a form of another account', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const api = app.api.as((await app.stranger()).key);
    expectError(await api.put(path(form), { order: numbersOf(form) }, { ifMatch: '*' }), 'resource_not_found');
  });
});

describe('412', () => {
  it('refuses a stale ETag and keeps the order', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    await reorder(form, numbersOf(form).reverse());
    expectError(await reorder(form, numbersOf(form)), 'precondition_failed');
    expect(namesOf((await reload(app.api, form)).fields)).toEqual(['c', 'b', 'a']);
  });

  it('accepts exactly one of fifty concurrent orders with the same ETag', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const [a, b, c] = numbersOf(form);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => untilServed(() => reorder(form, n % 2 ? [c, a, b] : [b, c, a]))),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(49);
    expect(await reload(app.api, form)).toMatchObject({ revision: 2, fields: won[0]!.body.data });
  });
});

describe('422 for an order that does not hold each field exactly once', () => {
  it.each<[string, (ids: number[]) => unknown[]]>([
    ['an empty list', () => []],
    ['a field that is missing', ([a, b]) => [a, b]],
    ['a field that is there twice', ([a, b]) => [a, b, b]],
    ['a field that is there twice besides the others', ([a, b, c]) => [a, b, c, c]],
    ['a field that is there as number and as text', ([a, b]) => [a, b, String(b)]],
    ['a field that never was', ([a, b]) => [a, b, 999_999_999]],
    ['a field too many', ([a, b, c]) => [a, b, c, 999_999_999]],
    ['zero', ([a, b]) => [a, b, 0]],
    ['a negative number', ([a, b, c]) => [a, b, -c!]],
    ['an id beyond 64 bits', ([a, b]) => [a, b, '9999999999999999999']],
    ['more ids than any form has fields', () => Array.from({ length: 500 }, (_, index) => index)],
  ])('refuses %s', async (_, order) => {
    const form = await aForm(app.api, { fields: FIELDS });
    expectError(await reorder(form, order(numbersOf(form))), 'invalid_field_order');
    expect(await reload(app.api, form)).toMatchObject({ revision: 1, fields: form.fields });
  });

  it('refuses the fields of another form and those that were deleted', async () => {
    const [form, other] = [await aForm(app.api, { fields: FIELDS }), await aForm(app.api, { fields: FIELDS })];
    expectError(await reorder(form, numbersOf(other)), 'invalid_field_order');
    await app.api.delete(`/v1/forms/${form.id}/fields/${form.fields[0]!.id}`, { ifMatch: '*' });
    expectError(await reorder(form, numbersOf(form), '*'), 'invalid_field_order');
  });
});

describe('422', () => {
  it.each<[unknown, string]>([
    [undefined, 'order'],
    [null, 'order'],
    ['1,2,3', 'order'],
    [{ 0: 1 }, 'order'],
    [[1, null], 'order.1'],
    [[1.5], 'order.0'],
    [[true], 'order.0'],
    [['a'], 'order.0'],
    [['01'], 'order.0'],
    [[' 1'], 'order.0'],
    [['1e2'], 'order.0'],
    [[[1]], 'order.0'],
    [[2 ** 53], 'order.0'],
  ])('refuses %j, which is not a list of integers', async (order, error) => {
    const form = await aForm(app.api, { fields: FIELDS });
    expectFieldErrors(await reorder(form, order), error);
  });

  it('names an unknown member', async () => {
    const form = await aForm(app.api);
    expectFieldErrors(await app.api.put(path(form), { order: [], ordre: [] }, { ifMatch: form.etag }), 'ordre');
  });
});

describe('428', () => {
  it('requires If-Match', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    expectError(await app.api.put(path(form), { order: numbersOf(form) }), 'precondition_required');
  });
});
