import { NoticeEvents } from '../../../src/notices/notice-events';
import { aField, reload, setSettings } from '../../support/forms';
import { anAccountWithPoints } from '../../support/runs';
import { aFanOut, aVersion, aWebhook } from '../../support/workflows';
import { type Story, type StoryParts, within } from './story';

const MINE = { allowed_origins: ['https://*.mine.example'] };
const CV = { fields: [{ name: 'cv', type: 'file' }] };
const SPACE = { intake: { max_stored_bytes: 1000 } };
const REFUSED = 'Visitors of a website are refused';
const YESTERDAY = () => new Date(Date.now() - 86_400_000).toISOString();
const TOMORROW = () => new Date(Date.now() + 86_400_000).toISOString();

/** Troubles of forms, of each kind. */
export async function troublesOfForms(parts: StoryParts): Promise<Story[]> {
  const { owner } = parts;
  const [apex, hidden, dropping, full, nearly] = [
    await parts.form('Apex', MINE),
    await parts.form('Hidden', MINE),
    await parts.form('Dropping'),
    await parts.form('Full', CV, SPACE),
    await parts.form('Nearly', CV, SPACE),
  ];
  const [gone, failing, held, watched, renamed] = [
    await parts.form('Gone'),
    await parts.form('Failing'),
    await parts.form('Held', { validate_fields: false }),
    await parts.form('Watched', { validate_fields: false, notifications_enabled: true }),
    await parts.form('Renamed', { fields: [{ name: 'email', type: 'string' }] }),
  ];
  const [closed, imported, twice] = [await parts.form('Closed'), await parts.form('Imported'), await parts.form('Twice', CV, SPACE)];
  await parts.channel(gone.form);
  await parts.channel(failing.form);
  return [
    {
      live: (day) => (within(day, 5, 9) ? owner.visit(apex.form, 5, {}, { Origin: 'https://mine.example' }) : undefined),
      told: apex.lines(REFUSED, 5, 16),
    },
    { live: (day) => (day === 11 ? owner.visit(hidden.form, 6, {}, { Origin: 'null' }) : undefined), told: hidden.lines(REFUSED, 11, 18) },
    {
      live: (day) => (within(day, 12, 13) ? owner.visit(dropping.form, 1, { ['n'.repeat(300)]: 'x' }) : undefined),
      told: dropping.lines('Values were not kept', 12, 20),
    },
    {
      live: (day) => (day === 20 ? parts.store(full.form, 1000) : day === 26 ? parts.store(full.form, 0) : undefined),
      told: full.lines('A quota is used up', 20, 26),
    },
    {
      live: (day) => (day === 30 ? parts.store(nearly.form, 800) : day === 32 ? parts.store(nearly.form, 799) : undefined),
      told: nearly.lines('A quota is nearly used up', 30, 32),
    },
    {
      live: (day) => (day === 14 ? parts.deliver(gone.form, 410) : day === 17 ? aVersion(owner.app.api, gone.form) : undefined),
      told: gone.lines('A channel was switched off', 14, 17),
    },
    {
      live: (day) => (within(day, 3, 5) ? parts.deliver(failing.form, 400) : day === 8 ? parts.deliver(failing.form, 200) : undefined),
      told: failing.lines('Deliveries fail', 5, 8),
    },
    {
      live: (day) =>
        day === 2
          ? parts.hold(held.form)
          : day === 12
            ? parts.query('delete from submissions where form_id = $1', held.form.id)
            : undefined,
      told: held.lines('Submissions wait in quarantine', 9, 12),
    },
    {
      live: async (day) => {
        if (day === 1) await parts.hold(watched.form);
        if (day === 30) await parts.query('delete from submissions where form_id = $1', watched.form.id);
        if (day % 5 === 1) await parts.notify(watched.form, true);
      },
      told: watched.lines('Submissions wait in quarantine', 24, 30),
    },
    {
      live: async (day) => {
        if (within(day, 6, 7)) await owner.visit(renamed.form, 5, { phone: '1' });
        if (day === 9) await aField(owner.app.api, await reload(owner.app.api, renamed.form), { name: 'phone' });
      },
      told: renamed.lines('A page sends names that no field has', 7, 9),
    },
    {
      live: async (day) => {
        if (day === 40) await setSettings(owner.app.api, closed.form, { intake: { closes_at: YESTERDAY() } });
        if (within(day, 41, 43)) await owner.visit(closed.form, 5);
        if (day === 45) await setSettings(owner.app.api, closed.form, { intake: { closes_at: TOMORROW() } });
      },
      told: closed.lines('Visitors come to a closed form', 41, 45),
    },
    {
      live: (day) =>
        day === 33
          ? owner.app.app.get(NoticeEvents).record({ formId: imported.form.id, kind: 'import_will_be_deleted', detail: { rows: 3 } })
          : undefined,
      told: imported.lines('Imported submissions will be deleted', 33, 40),
    },
    {
      live: (day) =>
        [10, 25].includes(day) ? parts.store(twice.form, 1000) : [12, 28].includes(day) ? parts.store(twice.form, 0) : undefined,
      told: [...twice.lines('A quota is used up', 10, 12), ...twice.lines('A quota is used up', 25, 28)],
    },
  ];
}

/** Troubles of accounts, and those of forms that only their account is told. */
export async function troublesOfAccounts(parts: StoryParts): Promise<Story[]> {
  const [suspended, keyed, free, mailing] = [
    await parts.account(),
    await parts.account(),
    await parts.account('free'),
    await parts.account(),
  ];
  const busy = await parts.form('Busy', {}, {}, free.account);
  const silent = await parts.form('Silent', { notifications_enabled: true }, {}, mailing.account);
  const storing = await parts.account('free');
  const files = await parts.form('Files', CV, {}, storing.account);
  const poor = await anAccountWithPoints(parts.owner.app, 0);
  await parts.owner.setEmail('poor@example.com', poor.accountId);
  const waiting = await parts.form('Waiting', {}, {}, poor);
  await aVersion(poor.api, waiting.form, aFanOut(aWebhook('crm', { url: parts.receiver.url() })));
  const [{ name }] = (await parts.query('select name from accounts where id = $1', poor.accountId)) as [{ name: string }];
  const used = new Map([
    [1, 399],
    [4, 400],
    [7, 500],
    [10, 0],
  ]);
  const key = () => keyed.account.key({ name: 'long', expiresAt: new Date(Date.now() + 50 * 86_400_000) });
  const suspend = (at: Date | null) => parts.query('update accounts set suspended_at = $2 where id = $1', suspended.account.accountId, at);
  return [
    {
      live: (day) => (day === 21 ? suspend(new Date()) : day === 23 ? suspend(null) : undefined),
      told: suspended.lines('The account is suspended', 21, 23),
    },
    {
      live: (day) =>
        day === 1 ? key() : day === 45 ? parts.query(`update api_keys set revoked_at = now() where name = 'long'`) : undefined,
      told: keyed.lines('An API key ends soon', 37, 45),
    },
    {
      live: (day) => (used.has(day) ? parts.count(busy.form, used.get(day)!) : undefined),
      told: [...busy.lines('A quota is nearly used up', 4), ...busy.lines('A quota is used up', 7, 10)],
    },
    {
      live: (day) => (within(day, 15, 17) ? parts.notify(silent.form, false) : day === 19 ? parts.notify(silent.form, true) : undefined),
      told: [`17 ${mailing.to}: Deliveries fail: ${silent.form.name}`, `19 ${mailing.to}: Over: Deliveries fail: ${silent.form.name}`],
    },
    {
      live: (day) => (day === 50 ? parts.store(files.form, 9e9) : day === 53 ? parts.store(files.form, 0) : undefined),
      told: files.lines('A quota is nearly used up', 50, 53),
    },
    {
      live: (day) =>
        day === 22
          ? parts.owner.visit(waiting.form, 1)
          : day === 25
            ? parts.query('delete from workflow_runs where form_id = $1', waiting.form.id)
            : undefined,
      told: [
        `22 poor@example.com: Compute points are used up: Account ${name}`,
        `25 poor@example.com: Over: Compute points are used up: Account ${name}`,
      ],
    },
  ];
}
