import type { Config } from '../../../src/platform/config/config';
import type { Answer } from '../../support/api';
import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { dropHoneypots, anEnabledForm, setSettings, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const OFF: Config['intake'] = { perIp: 0, perIpForm: 0, perIpFormMax: 600, perForm: 0 };

/** Runs the test with a process of its own, whose buckets are full. */
async function withLimits(intake: Partial<Config['intake']>, work: (api: TestApp['api']) => Promise<void>): Promise<void> {
  const instance = await app.sibling({ intake: { ...OFF, ...intake }, trustProxy: ['loopback'] });
  try {
    await work(instance.api);
  } finally {
    await instance.close();
  }
}

function expectLimited(answer: Answer, bucket: string): void {
  expectError(answer, 'rate_limit_exceeded');
  const retryAfter = Number(answer.headers['retry-after']);
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(60);
  expect(answer.body.error!.details).toEqual({ bucket, retry_after: retryAfter });
}

const withToken = (form: CreatedForm) => ({ 'x-submission-token': form.submission_token });
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('the limit of a client address', () => {
  it('applies across forms before any lookup, and not to servers with a token', async () => {
    const [form, other] = [await anEnabledForm(app.api), await anEnabledForm(app.api)];
    await withLimits({ perIp: 3 }, async (api) => {
      expect((await submit(api, form, { n: 1 })).status).toBe(201);
      expect((await submit(api, other, { n: 1 })).status).toBe(201);
      expectError(await submit(api, { id: 'nothing' }, { n: 1 }), 'resource_not_found');
      expectLimited(await submit(api, form, { n: 1 }), 'visitor');
      expectLimited(await submit(api, { id: 'nothing' }, { n: 1 }), 'visitor');
      expect((await submit(api, form, { n: 1 }, withToken(form))).status).toBe(201);
    });
  });

  it('applies to each form separately', async () => {
    const [form, other] = [await anEnabledForm(app.api), await anEnabledForm(app.api)];
    await withLimits({ perIpForm: 2 }, async (api) => {
      for (const expected of [201, 201, 429]) expect((await submit(api, form, { n: 1 })).status).toBe(expected);
      expectLimited(await submit(api, form, { n: 1 }), 'visitor_of_form');
      expect((await submit(api, other, { n: 1 })).status).toBe(201);
      expect((await submit(api, form, { n: 1 }, withToken(form))).status).toBe(201);
    });
  });

  it('applies to challenges as well, which do not use up that of submissions', async () => {
    const form = await anEnabledForm(app.api);
    await withLimits({ perIp: 4, perIpForm: 2 }, async (api) => {
      const challenge = (of: { id: string }) => api.as(null).get(`/api/v1/forms/${of.id}/challenge`);
      for (const expected of [200, 200]) expect((await challenge(form)).status).toBe(expected);
      expectLimited(await challenge(form), 'challenge_of_form');
      expectError(await challenge({ id: 'nothing' }), 'resource_not_found');
      expectLimited(await challenge({ id: 'nothing' }), 'challenge');
      expect((await submit(api, form, { n: 1 })).status).toBe(201);
    });
  });

  it('counts each IPv4 address and each IPv6 network separately', async () => {
    const form = await anEnabledForm(app.api);
    await withLimits({ perIp: 1 }, async (api) => {
      expect((await submit(api, form, { n: 1 }, from('192.0.2.1'))).status).toBe(201);
      expect((await submit(api, form, { n: 1 }, from('192.0.2.2'))).status).toBe(201);
      expectLimited(await submit(api, form, { n: 1 }, from('192.0.2.1')), 'visitor');
      expect((await submit(api, form, { n: 1 }, from('2001:db8:1:2::1'))).status).toBe(201);
      expectLimited(await submit(api, form, { n: 1 }, from('2001:db8:1:2:ffff::9')), 'visitor');
      expect((await submit(api, form, { n: 1 }, from('2001:db8:1:3::1'))).status).toBe(201);
    });
  });

  it('ignores forwarding headers when no proxy is trusted', async () => {
    const form = await anEnabledForm(app.api);
    const instance = await app.sibling({ intake: { ...OFF, perIp: 1 } });
    await submit(instance.api, form, { n: 1 }, from('192.0.2.1'));
    expectLimited(await submit(instance.api, form, { n: 1 }, from('192.0.2.2')), 'visitor');
    await instance.close();
  });
});

describe('a limit by address that a form sets for itself', () => {
  const limit = (form: CreatedForm, perMinute: number | null) =>
    setSettings(app.api, form, { intake: { per_address_per_minute: perMinute } });
  const statuses = async (api: TestApp['api'], form: CreatedForm, times: number): Promise<number[]> => {
    const answers: number[] = [];
    for (let n = 0; n < times; n += 1) answers.push((await submit(api, form, { n: 1 })).status);
    return answers;
  };

  it('takes the place of that of the service, and does not use up that of the address over all forms', async () => {
    const [school, other] = [await anEnabledForm(app.api), await anEnabledForm(app.api)];
    await limit(school, 4);
    await withLimits({ perIp: 2, perIpForm: 1 }, async (api) => {
      expect(await statuses(api, school, 4)).toEqual([201, 201, 201, 201]);
      expectLimited(await submit(api, school, { n: 1 }), 'visitor_of_form');
      expect((await submit(api, school, { n: 1 }, withToken(school))).status).toBe(201);
      expect(await statuses(api, other, 1)).toEqual([201]);
      expectLimited(await submit(api, other, { n: 1 }), 'visitor_of_form');
      expectLimited(await submit(api, await anEnabledForm(app.api), { n: 1 }), 'visitor');
      expect((await submit(api, school, { n: 1 }, from('192.0.2.9'))).status).toBe(201);
    });
  });

  it('holds for an address that is over the limit of all forms', async () => {
    const [other, school] = [await anEnabledForm(app.api), await anEnabledForm(app.api)];
    await limit(school, 2);
    await withLimits({ perIp: 1 }, async (api) => {
      expect(await statuses(api, other, 2)).toEqual([201, 429]);
      expect(await statuses(api, school, 3)).toEqual([201, 201, 429]);
      expect(await statuses(api, other, 1)).toEqual([429]);
    });
  });

  it('may be lower than that of the service, and holds where that is off', async () => {
    const form = await anEnabledForm(app.api);
    await limit(form, 1);
    await withLimits({}, async (api) => expect(await statuses(api, form, 2)).toEqual([201, 429]));
  });

  it('holds for challenges as well', async () => {
    const form = await anEnabledForm(app.api);
    await limit(form, 3);
    await withLimits({ perIp: 1, perIpForm: 1 }, async (api) => {
      const challenge = () => api.as(null).get(`/api/v1/forms/${form.id}/challenge`);
      for (const expected of [200, 200, 200]) expect((await challenge()).status).toBe(expected);
      expectLimited(await challenge(), 'challenge_of_form');
    });
  });

  it('holds at once when it is changed, also for an address that was over the limit before', async () => {
    const form = await anEnabledForm(app.api);
    await withLimits({ perIpForm: 2 }, async (api) => {
      expect(await statuses(api, form, 3)).toEqual([201, 201, 429]);
      await limit(form, 3);
      expect(await statuses(api, form, 4)).toEqual([201, 201, 201, 429]);
      await limit(form, null);
      expect(await statuses(api, form, 1)).toEqual([429]);
    });
  });

  it('is no higher than the operator allows, and is told when it was', async () => {
    const form = await anEnabledForm(app.api);
    await limit(form, 3);
    await withLimits({ perIpFormMax: 2 }, async (api) => {
      const path = `/v1/forms/${form.id}/settings`;
      const { etag, body } = await api.get(path);
      expect(body.data.warnings).toContainEqual(expect.stringContaining('intake.per_address_per_minute counts as 2'));
      expectFieldErrors(
        await api.patch(path, { intake: { per_address_per_minute: 4 } }, { ifMatch: etag }),
        'intake.per_address_per_minute',
      );
      expect(await statuses(api, form, 3)).toEqual([201, 201, 429]);
    });
  });
});

describe('the limit of a form', () => {
  it('applies to pages and servers together', async () => {
    const form = await anEnabledForm(app.api);
    await withLimits({ perForm: 2 }, async (api) => {
      expect((await submit(api, form, { n: 1 })).status).toBe(201);
      expect((await submit(api, form, { n: 1 }, withToken(form))).status).toBe(201);
      expectLimited(await submit(api, form, { n: 1 }), 'form');
      expectLimited(await submit(api, form, { n: 1 }, withToken(form)), 'form');
    });
  });

  it('does not count refusals, replays and filled honeypots', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'n', type: 'number' }] });
    await dropHoneypots(app.api, form);
    await withLimits({ perForm: 2 }, async (api) => {
      const key = { 'idempotency-key': 'k' };
      expect((await submit(api, form, { n: 1 }, key)).status).toBe(201);
      for (let n = 0; n < 3; n += 1) {
        expectFieldErrors(await submit(api, form, { n: 'x' }), 'n');
        expectError(await submit(api, form, { n: 1 }, { 'x-submission-token': 'wrong' }), 'invalid_submission_token');
        expect((await submit(api, form, { _gotcha: 'x' })).status).toBe(201);
        expect((await submit(api, form, { n: 1 }, key)).status).toBe(201);
      }
      expect((await submit(api, form, { n: 2 })).status).toBe(201);
      expectLimited(await submit(api, form, { n: 3 }), 'form');
      expect((await submit(api, form, { n: 1 }, key)).headers['idempotency-replayed']).toBe('true');
      expectError(await submit(api, form, { n: 2 }, key), 'idempotency_conflict');
    });
  });
});

describe('the limit of failed tokens', () => {
  it('applies after twenty wrong tokens from one address, and never to the right one', async () => {
    const form = await anEnabledForm(app.api);
    await withLimits({}, async (api) => {
      for (let n = 0; n < 20; n += 1) {
        expectError(await submit(api, form, { n: 1 }, { 'x-submission-token': `guess ${n}` }), 'invalid_submission_token');
      }
      expectLimited(await submit(api, form, { n: 1 }, { 'x-submission-token': 'guess 21' }), 'failed_authentication');
      expect((await submit(api, form, { n: 1 }, withToken(form))).status).toBe(201);
    });
  });

  it.each(['x-submission-token', 'authorization'])('does not count an empty %s, with which nothing was guessed', async (name) => {
    const form = await anEnabledForm(app.api);
    await withLimits({}, async (api) => {
      for (let n = 0; n < 30; n += 1) {
        expectError(await submit(api, form, { n: 1 }, { [name]: ' ' }), 'invalid_submission_token');
      }
    });
  });
});

describe('a limit of zero', () => {
  it('is off', async () => {
    const form = await anEnabledForm(app.api);
    const answers = await Promise.all(Array.from({ length: 100 }, () => untilServed(() => submit(app.api, form, { n: 1 }))));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(await storedIn(app.api, form)).toHaveLength(50);
  });
});
