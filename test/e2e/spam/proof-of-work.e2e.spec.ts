import type { Challenge } from 'altcha-lib';
import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, etagOf, setSettings, submit } from '../../support/forms';
import { nonceFor, storedIn } from '../../support/intake';
import { aChallenge, answerText, aSolvedChallenge, solutionOf } from '../../support/proof-of-work';
import { BROWSER, expectPage } from '../../support/pages';
import { send as request } from '../../support/wire';

const SITE = 'https://site.example';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const aForm = async (spam: object = { proof_of_work: 'require' }): Promise<CreatedForm> => {
  const form = await anEnabledForm(app.api, { fields: [{ name: 'text', type: 'string' }] });
  await setSettings(app.api, form, { spam });
  return form;
};

const send = (form: CreatedForm, answer?: unknown, headers = {}) =>
  submit(app.api, form, { text: 'x', ...(answer !== undefined && { _altcha: answer }) }, headers);

/** The checks that held or marked what was sent to the form, newest first; none for what they let through. */
const findingsIn = async (form: CreatedForm): Promise<string[]> => {
  const { body } = await app.api.get<{ state: string; spam_reasons: { check: string }[] }[]>(`/v1/forms/${form.id}/submissions?state=all`);
  return body.data.map(({ state, spam_reasons: reasons }) => [state, ...reasons.map(({ check }) => check)].join(' '));
};

const solved = (form: CreatedForm): Promise<string> => aSolvedChallenge(app.api, form);

describe('the challenge', () => {
  const read = (form: { id: string }, headers = {}) => app.api.as(null).get(`/api/v1/forms/${form.id}/challenge`, { headers });

  it('is one of the ALTCHA protocol, of this form and another one each time', async () => {
    const form = await aForm();
    const before = app.clock.now().getTime();
    const answer = await read(form);
    const after = app.clock.now().getTime();
    expect(answer.headers['cache-control']).toBe('no-store');
    const { parameters, signature } = answer.body as unknown as Challenge;
    expect(Object.keys(answer.body).sort()).toEqual(['parameters', 'signature']);
    expect(parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', keyPrefix: '00', data: { form: form.id } });
    expect(parameters.expiresAt! * 1000 - before).toBeGreaterThan(599_000); // it is a whole number of seconds
    expect(parameters.expiresAt! * 1000 - after).toBeLessThan(601_000);
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    const next = await read(form, { 'if-none-match': '*' });
    expect(next.status).toBe(200);
    expect((next.body as unknown as Challenge).parameters.nonce).not.toBe(parameters.nonce);
  });

  it('may be read by the pages of the form, which may ask before', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: [SITE] });
    const allowed = await read(form, { origin: SITE });
    expect(allowed.headers['access-control-allow-origin']).toBe(SITE);
    expect((await read(form, { origin: 'https://other.example' })).headers).not.toHaveProperty('access-control-allow-origin');
    const preflight = await request('OPTIONS', `${app.api.baseUrl}/api/v1/forms/${form.id}/challenge`, [['Origin', SITE]]);
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': SITE,
      'access-control-allow-methods': 'GET',
    });
  });

  it('is refused like the schema', async () => {
    const form = await aForm();
    expectError(await read({ id: '0198a0a0-0000-7000-8000-000000000000' }), 'resource_not_found');
    expectError(await read({ id: 'x' }), 'resource_not_found');
    await app.api.patch(`/v1/forms/${form.id}`, { status: 'disabled' }, { ifMatch: await etagOf(app.api, form) });
    expectError(await read(form), 'form_disabled');
  });

  it('has an address in the schema whenever a page should fetch it', async () => {
    const form = await aForm({});
    const named = async (spam: object) => {
      await setSettings(app.api, form, { spam });
      return (await app.api.as(null).get(`/api/v1/forms/${form.id}/schema`)).body.data.proof_of_work as string | null;
    };
    const address = expect.stringMatching(`^http.*/api/v1/forms/${form.id}/challenge$`) as string;
    expect(await named({})).toBeNull();
    for (const level of ['observe', 'quarantine', 'require', 'auto']) expect(await named({ proof_of_work: level })).toEqual(address);
    expect(await named({ proof_of_work: null, too_fast: 'observe' })).toEqual(address);
  });
});

describe('a form that requires a solution', () => {
  it('accepts one, and no submission without one, except with its token', async () => {
    const form = await aForm();
    expectFieldErrors(await send(form), '_altcha');
    expect((await send(form, await solved(form))).status).toBe(201);
    expect((await send(form, undefined, { authorization: `Bearer ${form.submission_token}` })).status).toBe(201);
    expect(await storedIn(app.api, form)).toHaveLength(2);
  });

  it('counts one of 50 parallel submissions with the same solution', async () => {
    const form = await aForm();
    const answer = await solved(form);
    const answers = await Promise.all(Array.from({ length: 50 }, () => untilServed(() => send(form, answer))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(49).fill(422)]);
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });

  it('takes another solution of a challenge that was spent for spent', async () => {
    const form = await aForm();
    const challenge = await aChallenge(app.api, form);
    const solution = await solutionOf(challenge);
    expect((await send(form, answerText({ challenge, solution }))).status).toBe(201);
    const other = await solutionOf(challenge, solution.counter + 1);
    expectFieldErrors(await send(form, answerText({ challenge, solution: other })), '_altcha');
  });

  it('does not spend the solution of a submission that it refuses', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'text', type: 'string', required: true }] });
    await setSettings(app.api, form, { spam: { proof_of_work: 'require' }, intake: { unique_by: 'text' } });
    const answer = await solved(form);
    expectFieldErrors(await submit(app.api, form, { text: '', _altcha: answer }), 'text');
    expect((await send(form, answer)).status).toBe(201);
    const next = await solved(form);
    expectError(await send(form, next), 'duplicate_submission');
    expect((await submit(app.api, form, { text: 'y', _altcha: next })).status).toBe(201);
  });

  it('replays a repeated key whatever solution comes with it', async () => {
    const form = await aForm();
    const headers = { 'idempotency-key': 'a-key-of-a-page' };
    const first = await send(form, await solved(form), headers);
    for (const answer of [await solved(form), undefined, 'x']) {
      const repeated = await send(form, answer, headers);
      expect([repeated.status, repeated.headers['idempotency-replayed']]).toEqual([201, 'true']);
      expect(repeated.body.data).toEqual(first.body.data);
    }
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });

  it('tells visitors in words what to do', async () => {
    const form = await aForm();
    const page = await request(
      'POST',
      `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`,
      [
        ['Accept', BROWSER],
        ['Accept-Language', 'de'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      'text=kept',
    );
    expectPage(page, 422, 'JavaScript', 'Rechenaufgabe', 'kept');
  });
});

describe('an answer that is none', () => {
  let form: CreatedForm;
  let challenge: Challenge;
  let solution: Awaited<ReturnType<typeof solutionOf>>;
  beforeAll(async () => {
    form = await aForm();
    challenge = await aChallenge(app.api, form);
    solution = await solutionOf(challenge);
  });

  const altered = async (parameters: object): Promise<string> => {
    const cheaper = { ...challenge, parameters: { ...challenge.parameters, ...parameters } };
    return answerText({ challenge: cheaper, solution: await solutionOf(cheaper) });
  };
  const spliced = async (alter: (text: string) => string): Promise<string> =>
    answerText(JSON.parse(alter(JSON.stringify({ challenge, solution }))));

  it.each<[string, () => unknown]>([
    ['solved for another form', async () => solved(await aForm())],
    ['cheapened by its cost', () => altered({ cost: 1 })],
    ['cheapened by its prefix', () => altered({ keyPrefix: '0' })],
    ['of another algorithm', () => altered({ algorithm: 'PBKDF2/SHA-512' })],
    ['given more time', () => altered({ expiresAt: challenge.parameters.expiresAt! + 1000 })],
    ['without an end', () => spliced((text) => text.replace(/"expiresAt":\d+,/, ''))],
    ['given another nonce', () => spliced((text) => text.replace(/"nonce":"./, '"nonce":"0x'))],
    ['given a nonce that continues in the salt', () => spliced((text) => text.replace(/","salt":"(.)/, '$1","salt":"'))],
    ['with a counter that does not solve it', () => answerText({ challenge, solution: { ...solution, counter: 1e6 } })],
    ['with a wrapped counter', () => answerText({ challenge, solution: { ...solution, counter: solution.counter + 2 ** 32 } })],
    ['with a key that was not derived', () => answerText({ challenge, solution: { ...solution, derivedKey: '00' } })],
    ['with the solution of another one', async () => answerText({ challenge: await aChallenge(app.api, form), solution })],
    ['without a solution', () => answerText({ challenge })],
    ['with a solution of another type', () => answerText({ challenge, solution: [null] })],
    ['signed with nothing', () => answerText({ challenge: { ...challenge, signature: '' }, solution })],
    ['signed with a list', () => answerText({ challenge: { ...challenge, signature: [challenge.signature] }, solution })],
    ['of version 1', () => answerText({ algorithm: 'SHA-256', challenge: 'a', number: 1, salt: 'b', signature: 'c' })],
    ['null', () => answerText(null)],
    ['a number', () => answerText(7)],
    ['a list', () => answerText([[]])],
    ['with a challenge that is a text', () => answerText({ challenge: 'x', solution })],
    ['without parameters', () => answerText({ challenge: { signature: challenge.signature }, solution })],
    ['with parameters of null', () => answerText({ challenge: { ...challenge, parameters: null }, solution })],
    ['with the parameters of a prototype', () => answer(`{"challenge":{"__proto__":${JSON.stringify(challenge)}}}`)],
    ['with constructors', () => answer('{"constructor":{"prototype":{"challenge":{}}},"challenge":{"toString":1}}')],
    ['with data that is a prototype', () => altered({ data: JSON.parse(`{"__proto__":{"form":"${form.id}"}}`) as object })],
    [
      'with a number that has no JSON',
      () => answer(`{"challenge":{"parameters":{"data":{"form":"${form.id}"},"cost":1e400},"signature":"x"}}`),
    ],
    ['with a lone surrogate', () => answer(`{"challenge":{"parameters":{"data":{"form":"${form.id}","a":"\\ud800"}},"signature":"x"}}`)],
    ['nested deeply', () => answer('{"challenge":'.repeat(200) + '1' + '}'.repeat(200))],
    [
      'with data that is nested deeply',
      () =>
        answer(`{"challenge":{"parameters":{"data":{"form":"${form.id}","a":${'['.repeat(1400)}${']'.repeat(1400)}}},"signature":"x"}}`),
    ],
    ['no JSON', () => answer('{')],
    ['no base64', () => '\u{1f600} _altcha'],
    ['a huge text', () => 'A'.repeat(60_000)],
    ['an object', () => ({ challenge, solution })],
    ['a boolean', () => true],
    ['lists of texts', () => [['x']]],
  ])('is 422, and nothing is stored: %s', async (_, make) => {
    expectFieldErrors(await send(form, await make()), '_altcha');
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  const answer = (json: string): string => Buffer.from(json).toString('base64');

  it('becomes one after ten minutes', async () => {
    app.clock.forward({ minutes: 10, seconds: 2 });
    expectFieldErrors(await send(form, answerText({ challenge, solution })), '_altcha');
    expect((await send(form, await solved(form))).status).toBe(201);
  });
});

describe('the other levels', () => {
  it.each([
    ['observe', 'accepted proof_of_work'],
    ['quarantine', 'quarantined proof_of_work'],
  ])('%s stores what is not solved, or solved for another submission', async (level, finding) => {
    const form = await aForm({ proof_of_work: level });
    const answer = await solved(form);
    for (const sent of [undefined, 'x', answer, answer]) expect((await send(form, sent)).status).toBe(201);
    expect(await findingsIn(form)).toEqual([finding, 'accepted', finding, finding]);
    const result = await app.api.post(`/v1/forms/${form.id}/spam/test`, { spam: { proof_of_work: 'auto' }, last: 10 });
    expect(result.body.data.checks.proof_of_work).toMatchObject({ held: 2, not_recorded: 0 });
  });

  it('an unknown level is 422 at its member', async () => {
    const form = await aForm();
    const answer = await app.api.patch(
      `/v1/forms/${form.id}/settings`,
      { spam: { proof_of_work: 'drop' } },
      { ifMatch: await etagOf(app.api, form) },
    );
    expectFieldErrors(answer, 'spam.proof_of_work');
  });

  it('auto holds what is not solved while more than half of the last 50 were held for other reasons', async () => {
    const [attacked, quiet] = [await aForm(), await aForm()];
    for (const [form, held] of [
      [attacked, 26],
      [quiet, 25],
    ] as const) {
      await setSettings(app.api, form, { spam: { proof_of_work: 'off' } });
      for (let n = 0; n < 30; n += 1) await submit(app.api, form, { text: 'x', ...(n < held && { _gotcha: 'x' }) });
      await setSettings(app.api, form, { spam: { proof_of_work: 'auto' } });
    }
    await send(attacked);
    await send(attacked, await solved(attacked));
    expect((await findingsIn(attacked)).slice(0, 2)).toEqual(['accepted', 'quarantined proof_of_work']);
    await send(quiet);
    expect((await findingsIn(quiet))[0]).toBe('accepted');
  });

  it('auto does not count what it holds itself', async () => {
    const form = await aForm({ proof_of_work: 'quarantine' });
    for (let n = 0; n < 30; n += 1) await send(form);
    await setSettings(app.api, form, { spam: { proof_of_work: 'auto' } });
    await send(form);
    expect((await findingsIn(form))[0]).toBe('accepted');
  });
});

describe('too_fast, by the challenge of the page', () => {
  const aTimedForm = () => aForm({ too_fast: 'quarantine', min_seconds: 30 });

  it('judges it solved or not, and not without one', async () => {
    const form = await aTimedForm();
    const challenge = await aChallenge(app.api, form);
    await send(form, answerText({ challenge }));
    app.clock.forward({ seconds: 31 });
    await send(form, answerText({ challenge }));
    await send(form);
    expect(await findingsIn(form)).toEqual(['accepted', 'accepted', 'quarantined too_fast']);
  });

  it('counts from the first challenge of a page that solved another one since, if that is of this form', async () => {
    const form = await aTimedForm();
    const [first, foreign] = [await aChallenge(app.api, form), await aChallenge(app.api, await aForm())];
    app.clock.forward({ minutes: 20 });
    const challenge = await aChallenge(app.api, form);
    await send(form, answerText({ challenge, first }));
    await send(form, answerText({ challenge, first: foreign }));
    expect(await findingsIn(form)).toEqual(['quarantined too_fast', 'accepted']);
  });

  it('goes by the hosted page where there is one', async () => {
    const form = await aTimedForm();
    const token = nonceFor(app, form);
    app.clock.forward({ seconds: 31 });
    const challenge = await aChallenge(app.api, form);
    await submit(app.api, form, { text: 'x', _nonce: token, _altcha: answerText({ challenge }) });
    expect(await findingsIn(form)).toEqual(['accepted']);
  });
});
