import type { UnsentNotificationsView } from '../../../src/notifications/notification-view.dto';
import { expectError } from '../../support/api';
import { aSubmission } from '../../support/forms';
import { Notifications } from './notifications.fixture';

let owner: Notifications;
beforeAll(async () => {
  owner = await Notifications.start();
});
beforeEach(() => owner.reset());
afterAll(async () => {
  await owner.app.close();
  await owner.smtp.close();
});

const unsent = async (api = owner.app.api) => (await api.get<UnsentNotificationsView[]>('/v1/notifications/unsent')).body.data;
const retryOf = (form: { id: string }, id = '') => `/v1/forms/${form.id}/notifications/${id === '' ? '' : `${id}/`}retry`;

/** A form with notifications that the mail server has refused for good. */
async function aRefusedForm(count: number) {
  const form = await owner.form();
  owner.smtp.refuses = () => 550;
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await aSubmission(owner.app.api, form));
  await owner.sendDue();
  owner.acceptAll();
  await owner.pass('2 hours');
  return { form, ids };
}

describe('mails that were not sent', () => {
  it('are listed by form and reason, and leave the list when they are sent again', async () => {
    const { form, ids } = await aRefusedForm(3);
    expect(await unsent()).toEqual([
      {
        ...{ form_id: form.id, form_name: 'Contact', status: 'failed', error_code: 'rejected_recipient', count: 3 },
        ...{ newest_submission_id: ids[2], newest_received_at: expect.stringMatching(/Z$/) },
      },
    ]);
    const answer = await owner.app.api.post(retryOf(form), { error_code: 'rejected_recipient' });
    expect([answer.status, answer.body.data]).toEqual([202, { retried: 3 }]);
    expect(await unsent()).toEqual([]);
    await owner.sendDue();
    expect(owner.mails).toHaveLength(1);
    for (const id of ids) expect(await owner.delivery(form, id)).toMatchObject({ status: 'delivered', error_code: null });
  });

  it('can be sent again one by one, and each once', async () => {
    const { form, ids } = await aRefusedForm(2);
    const again = () => owner.app.api.post(retryOf(form, ids[0]), undefined);
    expect((await again()).body.data).toEqual({ retried: 1 });
    expectError(await again(), 'notification_not_retryable');
    await owner.sendDue();
    expect(owner.mails).toHaveLength(1);
    expectError(await again(), 'notification_not_retryable');
    expect(await owner.delivery(form, ids[1]!)).toMatchObject({ status: 'failed' });
  });

  it('leave the list when nothing more has to be done, and can still be sent one by one', async () => {
    const { form, ids } = await aRefusedForm(2);
    const dismiss = async (body?: object) => (await owner.app.api.post(`/v1/forms/${form.id}/notifications/dismiss`, body)).body.data;
    expect(await dismiss({ error_code: 'timeout' })).toEqual({ dismissed: 0 });
    expect(await unsent()).toHaveLength(1);
    expect(await dismiss({ error_code: 'rejected_recipient' })).toEqual({ dismissed: 2 });
    expect(await dismiss()).toEqual({ dismissed: 0 });
    expect(await unsent()).toEqual([]);
    expect((await owner.app.api.post(retryOf(form), {})).body.data).toEqual({ retried: 0 });
    expect((await owner.app.api.post(retryOf(form, ids[0]), undefined)).body.data).toEqual({ retried: 1 });
    owner.smtp.refuses = () => 550;
    await owner.sendDue();
    expect(await unsent()).toMatchObject([{ count: 1, newest_submission_id: ids[0] }]);
  });

  it('have as many attempts as at first', async () => {
    const { form, ids } = await aRefusedForm(1);
    await owner.app.database.query('update notifications set attempts = 8');
    await owner.app.api.post(retryOf(form), {});
    owner.smtp.refuses = () => 451;
    await owner.sendDue();
    expect(await owner.delivery(form, ids[0]!)).toMatchObject({ status: 'retrying' });
  });

  it('are nobody else’s business', async () => {
    const { form, ids } = await aRefusedForm(1);
    const { key } = await owner.app.stranger();
    const stranger = owner.app.api.as(key);
    expect(await unsent(stranger)).toEqual([]);
    for (const path of [retryOf(form), retryOf(form, ids[0]), `/v1/forms/${form.id}/notifications/dismiss`])
      expectError(await stranger.post(path, {}), 'resource_not_found');
    for (const id of ['x', form.id]) expectError(await owner.app.api.post(retryOf(form, id), undefined), 'resource_not_found');
    expect((await owner.app.api.post(retryOf(form), { error_code: 'timeout' })).body.data).toEqual({ retried: 0 });
  });

  it('are not listed any more once the form notifies nobody', async () => {
    const { form } = await aRefusedForm(1);
    const { etag } = await owner.app.api.get(`/v1/forms/${form.id}`);
    await owner.app.api.patch(`/v1/forms/${form.id}`, { notifications_enabled: false }, { ifMatch: etag });
    expect(await unsent()).toEqual([]);
  });
});

describe('the settings of a form that notifies', () => {
  const warningsAt = async (smtpUrl: string | null) => {
    const sibling = await owner.app.sibling({ smtpUrl });
    const form = await owner.form({}, {}, sibling.api);
    const { body } = await sibling.api.get<{ warning_details?: { path: string }[] }>(`/v1/forms/${form.id}/settings`);
    await sibling.close();
    return (body.data.warning_details ?? []).map(({ path }) => path);
  };

  it('warn without a mail server, and not with one', async () => {
    expect(await warningsAt(null)).toContain('notifications_enabled');
    expect(await warningsAt(owner.smtp.url)).not.toContain('notifications_enabled');
  });
});
