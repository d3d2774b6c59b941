import { createHmac, randomBytes } from 'node:crypto';
import type { SubmissionReceivedEvent } from '../../../client/src/index';
import type { TestApp } from '../../support/app';
import { loadClient } from '../../support/client';
import type { Received, Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import { aPublishedForm, aRunOf } from '../../support/runs';
import { aFanOut, aWebhook, workflowPath } from '../../support/workflows';

const { verifySignature, verifyWebhook, WebhookError } = loadClient();

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

interface Delivery {
  body: string;
  headers: Record<string, string>;
}

/** A real delivery with the secrets that may have signed it. */
async function aDelivery(config: object = {}): Promise<{ delivery: Delivery; secret: string; request: Received }> {
  const form = await aPublishedForm(app, aFanOut(aWebhook('crm', { url: receiver.url(), ...config })));
  const run = await aRunOf(app, form, { email: 'ada@example.com', name: 'Äda €' });
  await run.reach('succeeded');
  const [entry] = (await app.api.get<{ secret: string }[]>(`${workflowPath(form)}/signing-secrets`)).body.data;
  const request = receiver.requests[0]!;
  const headers = request.headers as Record<string, string>;
  return { delivery: { body: request.body, headers }, secret: entry!.secret, request };
}

/** Signed now by hand. */
function signed(body: string, secret: string, at = Date.now(), more: Record<string, string> = {}): Delivery {
  const time = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64');
  return {
    body,
    headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}`, ...more },
  };
}

const verify = ({ body, headers }: Delivery, secrets: string | string[]) => verifyWebhook(body, headers, secrets);
const aSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

describe('a real delivery', () => {
  it('is verified as text, bytes and request, with any of several secrets', async () => {
    const { delivery, secret } = await aDelivery();
    const { body, headers } = delivery;
    const event: SubmissionReceivedEvent = await verify(delivery, secret);
    expect(event).toEqual(JSON.parse(body));
    expect(event.data.fields).toEqual({ email: 'ada@example.com', name: 'Äda €' });
    expect(await verifyWebhook(Buffer.from(body), headers, [aSecret(), secret])).toEqual(event);
    expect(await verifyWebhook(new TextEncoder().encode(body).buffer, new Headers(headers), [secret])).toEqual(event);
    const request = new Request('http://localhost/hook', { method: 'POST', body, headers });
    expect(await verifyWebhook(request, secret)).toEqual(event);
    expect(await request.json()).toEqual(event);
  });

  it('is verified with other bodies, too', async () => {
    const fields = await aDelivery({ body: { mode: 'fields' } });
    expect(await verify(fields.delivery, fields.secret)).toEqual(JSON.parse(fields.delivery.body));
    receiver.reset();
    const body = { mode: 'template', template: 'from {{ fields.email }}', content_type: 'text/plain' };
    const text = await aDelivery({ body });
    expect(await verifySignature(text.delivery.body, text.delivery.headers, text.secret)).toBe('from ada@example.com');
    await expect(verify(text.delivery, text.secret)).rejects.toMatchObject({ reason: 'body' });
  });

  it('is refused with any single bit changed', async () => {
    const { delivery, secret } = await aDelivery();
    const { body, headers } = delivery;
    const content = Buffer.from(body);
    const refusals: Promise<unknown>[] = [];
    const refuse = (changed: Parameters<typeof verifyWebhook>) =>
      refusals.push(
        verifyWebhook(...changed).then(
          () => 'accepted',
          (error: unknown) => error,
        ),
      );
    for (let bit = 0; bit < content.length * 8; bit += 5) refuse([withBit(content, bit), headers, secret]);
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const value = Buffer.from(headers[name]!);
      for (let bit = 0; bit < value.length * 8; bit++)
        refuse([body, { ...headers, [name]: withBit(value, bit).toString('latin1') }, secret]);
    }
    const outcomes = await Promise.all(refusals);
    expect(outcomes.length).toBeGreaterThan(1000);
    expect(outcomes.filter((outcome) => !(outcome instanceof WebhookError))).toEqual([]);
  });
});

function withBit(bytes: Buffer, bit: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[bit >> 3]! ^= 1 << (bit & 7);
  return changed;
}

describe('a refusal', () => {
  const secret = aSecret();
  const refusal = (delivery: Delivery, secrets: string | string[] = secret): Promise<unknown> =>
    verify(delivery, secrets).catch((error: unknown) => error);

  it('says that the signature is wrong', async () => {
    const delivery = signed('{}', secret);
    const others = [aSecret(), aSecret()];
    expect(await refusal(delivery, others)).toMatchObject({ name: 'WebhookError', reason: 'signature' });
    expect(await refusal({ ...delivery, body: '{ }' })).toMatchObject({ reason: 'signature' });
    const { 'webhook-signature': _, ...unsigned } = delivery.headers;
    expect(await refusal({ ...delivery, headers: unsigned })).toMatchObject({ reason: 'signature' });
  });

  it('says that the time is wrong', async () => {
    for (const distance of [-310_000, 310_000]) {
      const delivery = signed('{}', secret, Date.now() + distance);
      expect(await refusal(delivery)).toMatchObject({ reason: 'time', message: expect.stringMatching(/^time: /) });
    }
    expect(await verify(signed('{}', secret, Date.now() - 280_000), secret)).toEqual({});
    const { 'webhook-timestamp': _, ...timeless } = signed('{}', secret).headers;
    expect(await refusal({ body: '{}', headers: timeless })).toMatchObject({ reason: 'time' });
  });

  it('says that the body is wrong', async () => {
    for (const body of ['{"type":', '5', 'null', '']) expect(await refusal(signed(body, secret))).toMatchObject({ reason: 'body' });
    const delivery = signed('{}', secret);
    expect(await refusal({ ...delivery, body: {} as string })).toMatchObject({ reason: 'body' });
  });

  it('says that a secret is missing, such as one of the environment', async () => {
    const missing = undefined as unknown as string;
    const { body, headers } = signed('{}', secret);
    for (const secrets of [missing, [missing, secret]])
      await expect(verifyWebhook(body, headers, secrets)).rejects.toThrow('verifyWebhook: a secret is not of the form "whsec_..."');
  });

  it('contains no secret', async () => {
    const malformed = `whsec_${'not base64! '.repeat(3)}`;
    for (const secrets of [aSecret(), malformed, [secret, malformed], []]) {
      const error = (await refusal(signed('{"a":1}', aSecret()), secrets)) as Error;
      expect(error).toBeInstanceOf(Error);
      for (const each of [secrets].flat()) expect(`${error.message} ${error.stack}`).not.toContain(each.slice(6));
    }
  });
});
