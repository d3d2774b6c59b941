import { expectError } from '../../support/api';
import type { Answer, Api } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm } from '../../support/forms';

let app: TestApp;
let forms: CreatedForm[];
beforeAll(async () => {
  app = await shareApp();
  forms = [];
  for (let n = 0; n < 6; n++) forms.push(await aForm(app.api, { name: `Form ${n}` }));
});
afterAll(() => app.close());

/** All forms that a key can list, across pages. */
async function listed(api: Api, query = ''): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Answer<{ name: string }[]> = await api.get(`/v1/forms?limit=2${query}${cursor && `&cursor=${cursor}`}`);
    names.push(...page.body.data.map(({ name }) => name));
    cursor = (page.body.meta as { next_cursor: string | null }).next_cursor;
  }
  return names;
}

describe('a key with selected access', () => {
  let api: Api;
  beforeAll(async () => {
    api = app.api.as(await app.key({ formIds: [1, 3, 4].map((index) => forms[index]!.id) }));
  });

  it('lists, pages and searches its forms only', async () => {
    expect(await listed(api)).toEqual(['Form 4', 'Form 3', 'Form 1']);
    expect(await listed(api, '&search=form')).toEqual(['Form 4', 'Form 3', 'Form 1']);
    expect(await listed(api, '&search=2')).toEqual([]);
    expect(await listed(api, '&status=disabled')).toEqual(['Form 4', 'Form 3', 'Form 1']);
  });

  it('reads its forms and no others', async () => {
    for (const [index, { id }] of forms.entries()) {
      for (const child of ['', '/fields', '/workflow', '/submissions', '/workflow-runs']) {
        const answer = await api.get(`/v1/forms/${id}${child}`);
        if ([1, 3, 4].includes(index)) expect(answer.status).toBe(200);
        else expectError(answer, 'resource_not_found');
      }
    }
  });

  it('cannot be issued for a form of another account', async () => {
    const stranger = await app.stranger();
    const foreign = await aForm(app.api.as(stranger.key));
    await expect(app.key({ formIds: [foreign.id] })).rejects.toThrow('no form');
  });

  it('sees the forms that it creates, which no other such key does', async () => {
    const creator = app.api.as(await app.key({ formIds: [] }));
    await aForm(creator, { name: 'Own' });
    expect(await listed(creator)).toEqual(['Own']);
    expect(await listed(api)).not.toContain('Own');
    expect(await listed(app.api)).toContain('Own');
  });
});
