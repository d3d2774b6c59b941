import { Webhook } from 'standardwebhooks';
import { newSigningSecret, signatureHeaders } from './webhook-signature';

const secret = newSigningSecret();
const body = JSON.stringify({ type: 'event.happened', data: { name: 'Zoë ✓' } });
const signed = (secrets: string[], sentAt = new Date()) => signatureHeaders({ id: 'msg_1', sentAt, body }, secrets);
const verify = (headers: Record<string, string>, payload: string | Buffer = body, key = secret) =>
  new Webhook(key).verify(payload, headers);

it('is accepted by the official library', () => {
  expect(verify(signed([secret]))).toEqual(JSON.parse(body));
});

it('is what the official library would have made', () => {
  const sentAt = new Date('2024-02-29T12:00:00.999Z');
  expect(signed([secret], sentAt)).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1709208000',
    'webhook-signature': new Webhook(secret).sign('msg_1', sentAt, body),
  });
});

it('covers the bytes that are sent even where a text is not well-formed', () => {
  const torn = '{"name":"\ud83d"}';
  const headers = signatureHeaders({ id: 'msg_1', sentAt: new Date(), body: torn }, [secret]);
  expect(verify(headers, Buffer.from(torn))).toEqual({ name: '\ufffd' });
});

describe('the official library rejects', () => {
  const now = Math.floor(Date.now() / 1000);

  it.each([
    ['another id', { 'webhook-id': 'msg_2' }, body],
    ['another time', { 'webhook-timestamp': String(now + 1) }, body],
    ['another signature', { 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` }, body],
    ['another version of the signature', { 'webhook-signature': 'v1a,AAAA' }, body],
    ['another body', {}, `${body} `],
  ])('%s', (_what, change, payload) => {
    const headers = signed([secret], new Date(now * 1000));
    expect(() => verify({ ...headers, ...change }, payload)).toThrow('No matching signature found');
  });

  it('another secret', () => {
    expect(() => verify(signed([secret]), body, newSigningSecret())).toThrow('No matching signature found');
  });

  it('a message from long ago', () => {
    expect(() => verify(signed([secret], new Date(Date.now() - 3_600_000)))).toThrow('too old');
  });
});

it('is accepted with the old and the new secret during a rotation', () => {
  const next = newSigningSecret();
  const headers = signed([next, secret]);
  expect(verify(headers, body, secret)).toEqual(JSON.parse(body));
  expect(verify(headers, body, next)).toEqual(JSON.parse(body));
  expect(() => verify(headers, body, newSigningSecret())).toThrow('No matching signature found');
});

it('uses secrets of 32 random bytes', () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const text of secrets) {
    expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(text.slice(6), 'base64')).toHaveLength(32);
  }
});
