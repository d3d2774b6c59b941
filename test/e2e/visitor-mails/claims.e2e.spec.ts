import { newId } from '../../../src/platform/ids.rules';
import type { VisitorMailClaim } from '../../../src/visitor-mails/visitor-mail.types';
import { VisitorMailsService } from '../../../src/visitor-mails/visitor-mails.service';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;
let mails: VisitorMailsService;
beforeAll(async () => {
  app = await startApp();
  mails = app.app.get(VisitorMailsService);
});

const claim = (address: string, { id = newId(), formId = newId(), accountId = app.accountId } = {}) =>
  mails.claim({ id, accountId, formId, address });

/** Fifty at once, since more would wait for a connection for longer than the service lets them on a busy machine. */
async function claimed(count: number, claimAt: (index: number) => Promise<VisitorMailClaim>): Promise<VisitorMailClaim[]> {
  const claims: VisitorMailClaim[] = [];
  while (claims.length < count) {
    const begin = claims.length;
    claims.push(...(await Promise.all(Array.from({ length: 50 }, (_, place) => claimAt(begin + place)))));
  }
  return claims;
}

const countOf = (claims: string[]) => claims.filter((each) => each === 'granted').length;

it('an address gets three mails a day from a thousand claims, fifty at once, whatever its spellings', async () => {
  const formIds = Array.from({ length: 10 }, newId);
  const addresses = (index: number) => [`bomb+${index}@example.com`, `Bomb@example.com`, 'bomb@EXAMPLE.com'][index % 3]!;
  const claims = await claimed(1_000, (index) => claim(addresses(index), { formId: formIds[index % 10]! }));
  expect(countOf(claims)).toBe(3);
  expect(new Set(claims)).toEqual(new Set(['granted', 'visitor_mail_limit']));
});

it('a form sends two hundred mails an hour, and another form of the account still sends its own', async () => {
  const formId = newId();
  const claims = await claimed(250, (index) => claim(`visitor-${index}@example.com`, { formId }));
  expect([countOf(claims), await claim('one-more@example.com')]).toEqual([200, 'granted']);
});

it('the same mail is granted again and counted once, also by claims at once', async () => {
  const mail = { id: newId(), formId: newId() };
  expect(countOf(await Promise.all(Array.from({ length: 20 }, () => claim('again@example.com', mail))))).toBe(20);
  expect(countOf([await claim('again@example.com'), await claim('again@example.com'), await claim('again@example.com')])).toBe(2);
});

it('a mail counts for a day at the address, and for an hour at the form', async () => {
  const formId = newId();
  for (let count = 0; count < 3; count++) await claim('later@example.com', { formId });
  const age = (hours: number) =>
    app.database.query('update visitor_mails set claimed_at = claimed_at - make_interval(hours => $2) where form_id = $1', [formId, hours]);
  await age(23);
  expect(await claim('later@example.com', { formId })).toBe('visitor_mail_limit');
  await age(1);
  expect(await claim('later@example.com', { formId })).toBe('granted');
});

it('accounts do not count for each other, and their links differ', async () => {
  const { accountId } = await app.stranger();
  for (let count = 0; count < 3; count++) await claim('both@example.com');
  expect([await claim('both@example.com'), await claim('both@example.com', { accountId })]).toEqual(['visitor_mail_limit', 'granted']);
  const [mine, theirs] = await Promise.all([app.accountId, accountId].map((id) => mails.stopUrlFor(id, 'both@example.com')));
  expect(mine!.slice(-64)).not.toBe(theirs!.slice(-64));
});

it('a claim that is rolled back does not count', async () => {
  const rolledBack = app.transactions.run(async () => {
    await claim('undone@example.com');
    throw new Error('undone');
  });
  await expect(rolledBack).rejects.toThrow('undone');
  expect(countOf([await claim('undone@example.com'), await claim('undone@example.com'), await claim('undone@example.com')])).toBe(3);
});

it('no mail is granted where the operator has turned them off, and fewer where there is a lower limit', async () => {
  const claimAt = async (visitorMailsPerHour: number) => {
    const sibling = await app.sibling({ visitorMailsPerHour });
    const formId = newId();
    const claims: string[] = [];
    for (let index = 0; index < 3; index++) {
      const mail = { id: newId(), accountId: app.accountId, formId, address: `limit-${visitorMailsPerHour}-${index}@example.com` };
      claims.push(await sibling.app.get(VisitorMailsService).claim(mail));
    }
    return countOf(claims);
  };
  expect([await claimAt(0), await claimAt(2)]).toEqual([0, 2]);
});

it('the headers offer to stop the mails by one click, without the address', async () => {
  const headers = await mails.headersFor(app.accountId, 'Zoe@example.com');
  expect(headers).toEqual({
    'Auto-Submitted': 'auto-replied',
    'X-Auto-Response-Suppress': 'All',
    'List-Unsubscribe': `<${await mails.stopUrlFor(app.accountId, 'zoe+x@example.com')}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(headers['List-Unsubscribe']).toMatch(/^<http.*\/f\/stop\/[\w-]{86}>$/);
});
