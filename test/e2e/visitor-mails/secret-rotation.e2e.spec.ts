import { SecretKeys } from '../../../src/platform/crypto/secret-keys';
import { AddressDigests } from '../../../src/visitor-mails/address-digests';
import { VisitorMailsRepository } from '../../../src/visitor-mails/visitor-mails.repository';
import { startApp, TEST_SECRET, type TestApp } from '../../support/app';

const NEXT_SECRET = 'the next secret for tests, which is long enough';
const ADDRESS = 'zoe@example.com';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

const under = (secret: string, previous?: string) =>
  new AddressDigests(app.app.get(VisitorMailsRepository), new SecretKeys(secret, previous));

it('the digests of an account stay the same when APP_SECRET is replaced, also once the previous one is gone', async () => {
  const { accountId } = await app.stranger();
  const before = await under(TEST_SECRET).digestOf(accountId, ADDRESS);
  expect(await under(NEXT_SECRET, TEST_SECRET).digestOf(accountId, ADDRESS)).toEqual(before);
  const worker = under(NEXT_SECRET, TEST_SECRET);
  while (await worker.sealAgain());
  expect(await under(NEXT_SECRET).digestOf(accountId, ADDRESS)).toEqual(before);
  await expect(under(TEST_SECRET).digestOf(accountId, ADDRESS)).rejects.toThrow('APP_SECRET has changed');
});

it('a key that cannot be opened stays as it is, and does not keep others from being sealed again', async () => {
  const accounts = [await app.stranger(), await app.stranger()].map(({ accountId }) => accountId).sort();
  await under('a secret that is lost by now, and was long enough').keyOf(accounts[0]!);
  const before = await under(TEST_SECRET).keyOf(accounts[1]!);
  const worker = under(NEXT_SECRET, TEST_SECRET);
  while (await worker.sealAgain());
  expect(await under(NEXT_SECRET).keyOf(accounts[1]!)).toEqual(before);
  await expect(under(NEXT_SECRET).keyOf(accounts[0]!)).rejects.toThrow('cannot be opened');
});

it('processes that need the first key of an account at once get the same', async () => {
  const { accountId } = await app.stranger();
  const digests = await Promise.all(Array.from({ length: 20 }, () => under(TEST_SECRET).digestOf(accountId, ADDRESS)));
  expect(new Set(digests.map((digest) => digest.toString('hex')))).toHaveProperty('size', 1);
});
