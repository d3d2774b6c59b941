import { UploadRoom } from '../../../src/intake/multipart/upload-room';
import { ClockWatch } from '../../../src/platform/database/clock-watch';
import { Database } from '../../../src/platform/database/database';
import { Readiness } from '../../../src/platform/lifecycle/readiness';
import { expectError } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { countLockWaiters, lockForm } from '../../support/queries';
import { waitUntil } from '../../support/wait-until';

let app: TestApp;
let instance: Instance;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  instance = await app.sibling();
});
afterEach(() => instance.close());
afterAll(() => app.close());

const probe = async (path: string) => {
  const { status, body } = await instance.api.as(null).get(path);
  return { status, body: body as Record<string, unknown> };
};

describe('a healthy service', () => {
  it('answers probes without a key', async () => {
    expect(await probe('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await probe('/readyz')).toMatchObject({ status: 200, body: { status: 'ok', checks: { postgres: 'ok' } } });
  });

  it('proves to a command what it is, and answers any other query as none', async () => {
    const { status, proofs } = (await probe(`/healthz?challenge=${'c'.repeat(32)}`)).body;
    expect([status, proofs]).toEqual(['ok', Array(2).fill(expect.stringMatching(/^[\w-]{43}$/))]);
    for (const query of ['challenge=', 'challenge=short', `challenge=${'c'.repeat(33)}`, `challenge=${'c'.repeat(32)}&challenge=x`])
      expect((await probe(`/healthz?${query}`)).body).toEqual({ status: 'ok' });
  });
});

describe('a service that can do without a part', () => {
  const stateOf = async (part: string) => {
    const { status, body } = await probe('/readyz');
    return [status, (body.checks as Record<string, string>)[part]];
  };

  it('is ready while its clock is an hour ahead, and says so until that is mended', async () => {
    const watch = instance.app.get(ClockWatch);
    for (const [hours, state] of [
      [1, 'degraded'],
      [-1, 'ok'],
    ] as const) {
      instance.clock.forward({ hours });
      await watch.compare();
      expect(await stateOf('clock')).toEqual([200, state]);
    }
  });

  it('is ready while its DATA_DIR has no room for an upload, and says so', async () => {
    const impaired = await app.sibling({ uploads: { maxFiles: 1, maxFileBytes: 1, maxTotalBytes: 1e18 } });
    await impaired.app.get(UploadRoom).check();
    expect((await impaired.api.as(null).get('/readyz')).body).toMatchObject({ checks: { uploads: 'degraded' } });
    await impaired.close();
  });

  it('finds room for uploads in a folder that is not there yet', async () => {
    const fresh = await app.sibling({ dataDir: `${app.dataDir}/not/there` });
    await fresh.app.get(UploadRoom).check();
    expect((await fresh.api.as(null).get('/readyz')).body).toMatchObject({ checks: { uploads: 'ok' } });
    await fresh.close();
  });
});

describe('a service during its start', () => {
  it('is not ready before its first key is stored, and alive', async () => {
    instance.app.get(Readiness).isStarting = true;
    expect(await probe('/readyz')).toMatchObject({ status: 503, body: { status: 'starting' } });
    expect(await probe('/healthz')).toMatchObject({ status: 200 });
  });
});

describe('a service during its shutdown', () => {
  beforeEach(() => {
    instance.app.get(Readiness).isDraining = true;
  });

  it('is not ready for new requests, and alive', async () => {
    expect(await probe('/readyz')).toMatchObject({ status: 503, body: { status: 'draining' } });
    expect(await probe('/healthz')).toMatchObject({ status: 200 });
  });

  it('still serves, and closes connections after each answer once it takes no new ones', async () => {
    const before = await instance.api.get('/v1/forms');
    expect([before.status, before.headers.connection]).toEqual([200, 'keep-alive']);
    instance.app.get(Readiness).isClosing = true;
    const answer = await instance.api.get('/v1/forms');
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close']);
  });
});

describe('a service that is told to stop', () => {
  it('answers the requests in progress before it closes the database', async () => {
    const form = await aForm(app.api);
    const other = await lockForm(app.databaseUrl, form);
    const edited = instance.api.patch(`/v1/forms/${form.id}`, { name: 'Edited' }, { ifMatch: form.etag });
    await waitUntil(async () => (await countLockWaiters(app)) === 1);
    const stopped = instance.close();
    await waitUntil(() => instance.app.get(Readiness).isClosing);
    await other.release();
    const answer = await edited;
    expect([answer.status, answer.body.data]).toEqual([200, expect.objectContaining({ name: 'Edited' })]);
    await stopped;
    await expect(instance.app.get(Database).query('select 1')).rejects.toThrow();
  });
});

describe('a service without its database', () => {
  beforeEach(() => instance.app.get(Database).close());

  it('is alive and not ready', async () => {
    expect(await probe('/readyz')).toMatchObject({ status: 503, body: { checks: { postgres: 'unavailable' } } });
    expect(await probe('/healthz')).toMatchObject({ status: 200 });
  });

  it('answers 503 with Retry-After and lets no request pass unauthenticated', async () => {
    const answer = await instance.api.get('/v1/forms');
    expectError(answer, 'service_unavailable');
    expect(answer.headers['retry-after']).toBe('1');
  });
});
