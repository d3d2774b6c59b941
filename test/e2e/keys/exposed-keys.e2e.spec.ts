import { makeSecret, parseSecret } from '../../../src/api/auth/secret-format.rules';
import { Database } from '../../../src/platform/database/database';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { anEnabledForm } from '../../support/forms';
import { keyIdOf } from '../../support/keys';
import { waitUntil } from '../../support/wait-until';
import { aFanOut, aVersion, aWebhook } from '../../support/workflows';
import { send, type HeaderLine } from '../../support/wire';

let app: TestApp;
let form: { id: string };
beforeAll(async () => {
  app = await startApp();
  form = await anEnabledForm(app.api);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const submit = (query = '', ...headers: HeaderLine[]) =>
  send('POST', `${app.api.baseUrl}/api/v1/forms/${form.id}/submit${query}`, [['Content-Type', 'application/json'], ...headers], '{"a":1}');

/** The places where the value of a key was seen, as they are stored. */
const noted = (key: string) =>
  app.database.queryOne<{ at: Date | null; place: string | null; form: string | null }>(
    'select exposed_at as at, exposed_in as place, exposed_form_id as form from api_key_secrets where lookup_id = $1',
    [parseSecret('fck', key)!.id],
  );
const untilNoted = async (key: string) => {
  await waitUntil(async () => (await noted(key))!.at !== null);
  return noted(key);
};

const publishWithHeaders = (headers: object) => aVersion(app.api, form, aFanOut(aWebhook('hook', { headers })));

describe('the whole value of a key', () => {
  it.each([
    ['a header of a submission', 'submit_header', (key: string) => submit('', ['Referer', `https://example.com/?key=${key}`])],
    ['its Authorization', 'submit_header', (key: string) => submit('', ['Authorization', `Bearer ${key}`])],
    ['its query', 'submit_query', (key: string) => submit(`?key=${key.replace('_', '%5f')}`)],
    ['a template of a header', 'workflow_header', (key: string) => publishWithHeaders({ 'X-Key': `Bearer ${key}` })],
  ])('in %s is noted with time and place', async (_, place, expose) => {
    const key = await app.key();
    await expose(key);
    expect(await untilNoted(key)).toEqual({ at: expect.any(Date), place, form: form.id });
  });

  it('is told by the key, also to whoever has its ETag', async () => {
    const key = await app.key();
    const path = `/v1/keys/${await keyIdOf(app, key)}`;
    const { etag, body } = await app.api.get(path);
    expect(body.data).toMatchObject({ exposed_at: null, secrets: [{ exposed_at: null, exposed_in: null, exposed_form_id: null }] });
    await submit('', ['X-Key', key]);
    await untilNoted(key);
    const again = await app.api.get(path, { headers: { 'if-none-match': etag } });
    const exposed_at = expect.stringMatching(/Z$/) as unknown;
    const secrets = [{ exposed_at, exposed_in: 'submit_header', exposed_form_id: form.id }];
    expect({ status: again.status, etag: again.etag, data: again.body.data }).toMatchObject({
      status: 200,
      etag,
      data: { exposed_at, secrets },
    });
  });

  it('of another account is noted without the form', async () => {
    const { key } = await app.stranger();
    await submit('', ['X-Key', key]);
    expect(await untilNoted(key)).toMatchObject({ place: 'submit_header', form: null });
  });

  it('changes no answer', async () => {
    const [key, forged] = [await app.key(), makeSecret('fck').text];
    const answersWith = (sent: string) =>
      Promise.all([submit('', ['X-Key', sent]), submit(`?key=${sent}`), submit('', ['Authorization', `Bearer ${sent}`])]);
    const shown = async (sent: string) =>
      (await answersWith(sent)).map(({ status, text }) => [status, text.replace(/"(id|request_id|received_at)":"[^"]+"/g, '')]);
    expect(await shown(key)).toEqual(await shown(forged));
    expect((await shown(key)).map(([status]) => status)).toEqual([201, 201, 401]);
  });
});

describe('what is not the whole value', () => {
  it('is not noted: in a body, cut, or with another secret part', async () => {
    const [key, other, last] = [await app.key(), await app.key(), await app.key()];
    const spliced = makeSecret('fck', parseSecret('fck', key)!.id).text;
    await send(
      'POST',
      `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`,
      [['Content-Type', 'application/json']],
      JSON.stringify({ key: other }),
    );
    await submit('', ['X-Key', `${spliced} ${key.slice(0, -1)}`]);
    await submit('', ['X-Key', last]);
    await untilNoted(last);
    expect([(await noted(key))!.at, (await noted(other))!.at]).toEqual([null, null]);
  });

  it('costs one look-up at the most, of at most twenty values, and none for other texts', async () => {
    const executed = jest.spyOn(app.app.get(Database), 'execute');
    const lookUps = () => executed.mock.calls.filter(([sql]) => sql.includes('exposed_at is null'));
    await submit('?page=fck_1', ['X-Key', 'fck_'], ['X-Other', makeSecret('fst').text]);
    expect(lookUps()).toEqual([]);
    const many = Array.from({ length: 60 }, () => makeSecret('fck').text);
    expect((await submit('', ['X-Keys', many.join()])).status).toBe(201);
    await waitUntil(() => lookUps().length > 0);
    expect(lookUps().map(([, parameters]) => (parameters![0] as string[]).length)).toEqual([20]);
  });
});
