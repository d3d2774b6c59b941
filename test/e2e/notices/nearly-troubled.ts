import { aSubmission, etagOf, setSettings } from '../../support/forms';
import { aVersion } from '../../support/workflows';
import type { Story, StoryParts } from './story';

const MINE = { allowed_origins: ['https://mine.example'] };
const OTHER = { Origin: 'https://other.example' };
const CV = { fields: [{ name: 'cv', type: 'file' }] };
const SPACE = { intake: { max_stored_bytes: 1000 } };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** Forms and accounts that look nearly troubled on some days, of which no mail may tell. */
export async function nearlyTroubled(parts: StoryParts): Promise<Story[]> {
  const { owner } = parts;
  const { api } = owner.app;
  const always = (live: Story['live'], every = 1): Story => ({ live: (day) => (day % every === 0 ? live(day) : undefined), told: [] });

  const few = (await parts.form('Four networks', MINE)).form;
  const scattered = (await parts.form('A network a day', MINE)).form;
  const app = (await parts.form('Without an origin', MINE)).form;
  const allowed = (await parts.form('Allowed meanwhile', MINE)).form;
  const off = (await parts.form('Off', MINE)).form;
  const almost = (await parts.form('79 percent', CV, SPACE)).form;
  const unused = (await parts.form('Full without files', { fields: [{ name: 'a', type: 'string' }] }, SPACE)).form;
  const flaky = (await parts.form('Two failures')).form;
  const republished = (await parts.form('Off and on')).form;
  const bouncing = (await parts.form('Two mails', { notifications_enabled: true })).form;
  const emptied = (await parts.form('Emptied', { validate_fields: false })).form;
  const marked = (await parts.form('Marked', { validate_fields: false })).form;
  await parts.form('Closed, no visitors', {}, { intake: { closes_at: inDays(-1).toISOString() } });
  const seldom = (await parts.form('Closed, four networks', {}, { intake: { closes_at: inDays(-1).toISOString() } })).form;
  const later = (await parts.form('Opens later', {}, { intake: { opens_at: inDays(1).toISOString() } })).form;
  const full = (await parts.form('Full', {}, {})).form;
  const strict = (await parts.form('Invalid', { fields: [{ name: 'age', type: 'number' }] })).form;
  const ignoring = (await parts.form('Ignored', { fields: [{ name: 'a', type: 'string' }] }, { intake: { ignored_names: ['phone'] } }))
    .form;
  const trashed = (await parts.form('Trashed', CV, SPACE)).form;
  const quiet = (await parts.form('Without mails', CV, { ...SPACE, notices: { mail: false } })).form;

  await parts.channel(flaky);
  await parts.channel(republished);
  await aSubmission(api, full, { a: 'b' });
  await setSettings(api, full, { intake: { max_submissions: 1, closes_at: inDays(-1).toISOString() } });
  await parts.store(almost, 799);
  await parts.store(unused, 1000);
  const disabled = await api.patch(`/v1/forms/${off.id}`, { status: 'disabled' }, { ifMatch: await etagOf(api, off) });
  expect(disabled.status).toBe(200);
  expect((await api.delete(`/v1/forms/${trashed.id}`, { ifMatch: await etagOf(api, trashed) })).status).toBeLessThan(300);
  const keyed = await parts.account();

  return [
    always(() => owner.visit(few, 4, {}, OTHER)),
    always((day) => owner.visit(scattered, 1, {}, { ...OTHER, 'X-Forwarded-For': `203.0.${day}.7` })),
    always(() => owner.visit(app, 6), 9),
    always(async (day) => {
      if (day !== 10) return;
      await owner.visit(allowed, 6, {}, OTHER);
      const { status } = await api.patch(
        `/v1/forms/${allowed.id}`,
        { allowed_origins: ['https://mine.example', 'https://other.example'] },
        { ifMatch: await etagOf(api, allowed) },
      );
      expect(status).toBe(200);
    }),
    always(() => owner.visit(off, 6, {}, OTHER), 9),
    always(() => parts.deliver(flaky, 400, 400, 200), 5),
    always(async (day) => {
      if (day !== 12) return;
      await parts.deliver(republished, 410);
      await aVersion(api, republished);
    }),
    always(() => parts.notify(bouncing, false, false, true), 5),
    always(async () => {
      await parts.query('delete from submissions where form_id = $1', emptied.id);
      await parts.hold(emptied);
    }, 6),
    always(async () => {
      const id = await aSubmission(api, marked, { a: 'b' });
      expect((await api.post(`/v1/forms/${marked.id}/submissions/${id}/spam`)).status).toBeLessThan(300);
    }, 25),
    always(() => owner.visit(seldom, 4)),
    always(() => owner.visit(later, 6), 9),
    always(() => owner.visit(full, 6), 9),
    always(() => owner.visit(strict, 6, { age: 'no number' }), 9),
    always(() => owner.visit(ignoring, 6, { phone: '1' }), 5),
    always((day) => (day === 5 ? parts.store(trashed, 1000) : undefined)),
    always((day) => (day === 5 ? parts.store(quiet, 1000) : undefined)),
    always(async (day) => {
      if (day === 1) await keyed.account.key({ name: 'short', expiresAt: inDays(29) });
      if (day === 1) await keyed.account.key({ name: 'rotated', expiresAt: inDays(61) });
      if (day === 30) await parts.rotate('rotated');
    }),
  ];
}
