import { NoticesTaskService } from '../../../src/notices/notices-task.service';
import { RefusalsService } from '../../../src/intake/refusals/refusals.service';
import { startApp } from '../../support/app';
import { anEnabledForm, submit } from '../../support/forms';
import { faultsAt, type Look } from '../support/accessibility';
import { describeInBrowser } from '../support/browser';
import { consoleSession } from './console-page';

const LOOKS: readonly Look[] = [
  [1280, 'light'],
  [390, 'dark'],
];

describeInBrowser('notices in the console', () => {
  const session = consoleSession(() => startApp({ trustProxy: ['loopback'] }));

  it('are on top of what needs attention, with the remedy and without a link to strangers, until they are closed', async () => {
    const { app } = session;
    const form = await anEnabledForm(app.api, { name: 'Contact desk', allowed_origins: ['https://mine.example'] });
    for (let network = 1; network <= 5; network += 1) {
      await submit(app.api, form, {}, { Origin: 'https://stranger.example', 'X-Forwarded-For': `198.51.${network}.7` });
    }
    await app.app.get(RefusalsService).flush();
    await app.app.get(NoticesTaskService).tell();

    const page = await session.open('/attention');
    const notice = page.getByRole('list', { name: 'Notices' }).getByRole('listitem');
    await notice.getByText('https://stranger.example').waitFor();
    await notice.getByText('If this is your page, add its origin to the allowed origins of the form.').waitFor();
    expect(await page.locator('a[href*="stranger"]').count()).toBe(0);
    await page.getByRole('navigation').getByRole('link', { name: 'Needs attention 1' }).waitFor();
    expect(await faultsAt(page, LOOKS)).toEqual([]);
    await notice.getByRole('button', { name: /^Close/ }).press('Enter');
    await page.getByText('Nothing needs attention.').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Needs attention', exact: true }).waitFor();
    expect(session.complaints).toEqual([]);
  });
});
