import type { Browser } from 'playwright-core';
import { newId } from '../../../src/platform/ids.rules';
import { VisitorMailsService } from '../../../src/visitor-mails/visitor-mails.service';
import { shareApp, type TestApp } from '../../support/app';
import { accessibilityFaults, overflowOf } from '../support/accessibility';
import { describeInBrowser, openPage, startBrowser } from '../support/browser';

describeInBrowser('the page on which a visitor stops mails', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    [app, browser] = await Promise.all([shareApp(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it('stops them by its only button, says so, and leaves nothing to press', async () => {
    const mails = app.app.get(VisitorMailsService);
    const address = 'zoe@example.com';
    const { pathname } = new URL(await mails.stopUrlFor(app.accountId, address));
    const { page, close } = await openPage(browser);
    await page.goto(app.api.baseUrl + pathname);
    expect(await page.getByRole('button').allTextContents()).toEqual(['Stop these mails']);
    expect([await overflowOf(page), await accessibilityFaults(page)]).toEqual([0, []]);
    await page.getByRole('button').press('Enter');
    await page.getByRole('heading', { name: 'You get no more of these mails' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'You get no more of these mails' }).waitFor();
    const claim = await mails.claim({ id: newId(), accountId: app.accountId, formId: newId(), address });
    expect(claim).toBe('recipient_stopped');
    await close();
  });
});
