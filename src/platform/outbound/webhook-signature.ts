import { createHmac, randomBytes } from 'node:crypto';

export interface SignedMessage {
  /** The same for each attempt, so that receivers recognize repetitions. */
  id: string;
  sentAt: Date;
  body: string;
}

/** The headers of Standard Webhooks 1.0, with a signature by each secret, so that a receiver can switch at any time of a rotation. */
export function signatureHeaders({ id, sentAt, body }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const sign = (secret: string) => createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}

export const newSigningSecret = (): string => PREFIX + randomBytes(32).toString('base64');

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

const PREFIX = 'whsec_';
