import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { anEnabledForm, type CreatedForm } from '../../support/forms';
import { storedIn, URLENCODED } from '../../support/intake';
import { BROWSER, expectPage, hiddenIn } from '../../support/pages';
import type { HeaderLine, WireAnswer } from '../../support/wire';
import { send } from '../../support/wire';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
});
beforeEach(async () => {
  form = await anEnabledForm(app.api, { name: 'Contact', fields: [{ name: 'name', type: 'string' }] });
});
afterAll(() => app.close());

const ACCEPTS: HeaderLine = ['Accept', BROWSER];
const TYPE: HeaderLine = ['Content-Type', URLENCODED['content-type']];
const at = (method: string, path: string, lines: HeaderLine[] = [], body = ''): Promise<WireAnswer> =>
  send(method, `${app.api.baseUrl}${path}`, lines, body);

describe('an address of a form with a slash at its end', () => {
  const paths = ['', '/submit', '/schema', '/challenge'].map((rest) => (rest === '' ? '/f/ID' : `/api/v1/forms/ID${rest}`));

  it.each([...paths, '/f/ID/thanks'].flatMap((path) => ['GET', 'HEAD', 'OPTIONS', 'PUT'].map((method) => [method, path] as const)))(
    'answers %s %s as without it',
    async (method, path) => {
      const address = path.replace('ID', form.id);
      const lines: HeaderLine[] = [ACCEPTS, ['Origin', 'https://a.example']];
      const [plain, slashed, asked] = [await at(method, address, lines), await at(method, `${address}/`, lines), `${address}/?a=1`];
      const headersOf = ({ headers }: WireAnswer) =>
        ['allow', 'content-type', 'access-control-allow-origin', 'etag'].map((name) => headers[name]);
      for (const answer of [slashed, await at(method, asked, lines)]) {
        expect([answer.status, headersOf(answer)]).toEqual([plain.status, headersOf(plain)]);
      }
    },
  );

  it('takes submissions', async () => {
    expect((await at('POST', `/api/v1/forms/${form.id}/submit/`, [TYPE], 'name=Ada')).status).toBe(201);
    const page = await at('GET', `/f/${form.id}/`, [ACCEPTS]);
    expectPage(page, 200, 'Contact');
    const sent = new URLSearchParams([...hiddenIn(page.text), ['name', 'Bob']]).toString();
    const answer = await at('POST', `/f/${form.id}/?sent`, [TYPE, ACCEPTS], sent);
    expect({ status: answer.status, location: answer.headers.location }).toEqual({ status: 303, location: `/f/${form.id}/thanks` });
    expect((await storedIn(app.api, form)).map(({ fields }) => fields['name']).sort()).toEqual(['Ada', 'Bob']);
  });

  it('leads from the page that thanks to the form again', async () => {
    const referred: HeaderLine[] = [ACCEPTS, ['Referer', `${app.api.baseUrl}/f/${form.id}/`]];
    expectPage(await at('GET', `/f/${form.id}/thanks/`, referred), 200, `<a href="/f/${form.id}">`);
  });

  it.each(['/f/ID//', '/api/v1/forms/ID/submit//', '/api/v1/forms/ID/', '/v1/forms/ID/', '/readyz/'])(
    'is no other address: %s',
    async (path) => {
      expect((await at('GET', path.replace('ID', form.id))).status).toBe(404);
    },
  );
});

describe('an address below /f that does not exist', () => {
  it.each<[string, string, number]>([
    ['GET', '/f', 404],
    ['GET', '/f/', 404],
    ['GET', '/f/nothing', 404],
    ['GET', '/f/nothing/', 404],
    ['GET', '/f/ID/thank', 404],
    ['GET', '/f/ID/thanks/now', 404],
    ['GET', '/f/ID//', 404],
    ['POST', '/f/ID/submit', 404],
    ['GET', '/f/ID%', 400],
  ])('is a page for %s %s', async (method, path, status) => {
    const answer = await at(method, path.replace('ID', form.id), [['Accept-Language', 'fr']]);
    expectPage(answer, status, '<html lang="fr"', 'Il n’y a pas de formulaire ici');
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it.each<[string, string, number]>([
    ['POST', '/f/ID/f/ID', 404],
    ['POST', '/f', 404],
    ['POST', '/f/', 404],
    ['GET', '/f/nothing', 404],
    ['GET', '/f/nothing/thanks', 404],
    ['GET', '/f/ID%', 400],
  ])('is JSON for a script that asks for it: %s %s', async (method, path, status) => {
    const lines: HeaderLine[] = [
      ...(method === 'POST' ? [TYPE, ['Origin', 'https://a.example'] as HeaderLine] : []),
      ['Accept', 'application/json'],
    ];
    const answer = await at(method, path.replaceAll('ID', form.id), lines, method === 'POST' ? 'name=Ada' : '');
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8']);
    expect(JSON.parse(answer.text)).toMatchObject({
      ok: false,
      errors: [{ message: expect.any(String) }],
      error: { code: expect.any(String) },
    });
    if (method === 'POST') expect(answer.headers['access-control-allow-origin']).toBe('https://a.example');
  });

  it('is no page elsewhere', async () => {
    expect((await at('GET', '/form/nothing', [ACCEPTS])).headers['content-type']).toMatch(/^application\/json/);
    expect((await at('PUT', `/f/${form.id}`, [ACCEPTS])).status).toBe(405);
  });
});
