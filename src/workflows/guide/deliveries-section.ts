import type { DeliveryErrorCode } from '../../platform/outbound/outbound.types';
import { nextAttemptDelayMs } from '../../platform/outbound/retry-schedule.rules';
import { renderMasked } from '../nodes/execution.rules';
import type { FailureCode, SendingType } from '../nodes/node-type.types';
import { NODE_TYPES } from '../nodes/node-types.rules';
import type { RunState } from '../nodes/run-state.types';
import { code, json, paragraphs, table } from './markdown';

/** What destinations send, how often they try, and what they report. */
export const deliveriesSection = (): string =>
  paragraphs(
    '## Deliveries',
    'The standard body of a webhook:',
    json(standardBody()),
    'Every attempt and every retry sends the same `webhook-id`, so a receiver can tell a repetition: keep the ids that you have seen. Unless `signing` is `none`, the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` follow [Standard Webhooks](https://www.standardwebhooks.com); the secret is at `GET /v1/forms/{form}/workflow/signing-secrets`. During a rotation two secrets sign.',
    'Success is an answer of 2xx. Redirects are not followed. 408, 425, 429, 5xx and faults of the network are tried again; other answers of 4xx are final, and 410 also switches the destination off until the next publishing, as does failing for five days without a success. A `Retry-After` is kept to, up to a day. An e-mail that its server turns down for the moment is tried again by the same schedule.',
    table(['attempt', 'pause before it, give or take a fifth'], attempts()),
    'When a request was sent and no answer came, nobody knows whether it arrived. A webhook repeats it, since its receiver can tell (`retry_uncertain: false` turns that off). An e-mail or a chat message is not repeated: the step ends as `uncertain`, and is charged.',
    'No host, the mail server included, gets more than 4 requests at once or 20 a second from one worker process; after five failures to connect it is left alone for half a minute. Whoever has to wait for that makes no attempt.',
    'Only public addresses are called, unless the operator has opened others. Of an answer the status, the time it took and its size are kept, never the body.',
    '### Error codes of steps and deliveries',
    table(
      ['code', 'meaning'],
      Object.entries(ERROR_CODES).map(([name, meaning]) => [code(name), meaning]),
    ),
  );

/** The type makes sure that no code is left out. */
const ERROR_CODES: Record<DeliveryErrorCode | FailureCode | 'worker_lost' | 'internal_error', string> = {
  timeout: 'Connecting, or the whole exchange, took too long.',
  dns_error: 'The name of the host was not found.',
  tls_error: 'The certificate or the TLS handshake was not in order.',
  connection_refused: 'Nothing took the connection, or the network did not let it through.',
  connection_reset: 'The connection broke off.',
  no_response: 'The connection ended without an answer, or a worker vanished while sending.',
  http_4xx: 'The receiver refused the request.',
  http_5xx: 'The receiver has a fault.',
  redirect_refused: 'The receiver answered with a redirect, which is never followed.',
  target_not_allowed: 'The address is not one that the service calls.',
  channel_disabled: 'The destination is switched off until the next publishing.',
  rejected_recipient: 'The mail server turned the mail or its recipient down, or no recipient was an address.',
  smtp_not_configured: 'The operator has set no mail server.',
  template_failed: 'A template went beyond the limits of time, memory or size.',
  invalid_date: 'The `until` of a delay rendered to something that is no date.',
  invalid_header: 'A header rendered to characters that headers cannot carry.',
  worker_lost: 'Three workers in a row vanished with this step.',
  internal_error: 'The service could not make the attempt; it tries again.',
};

/** The pauses between attempts; with a chance of one half there is no jitter in them. */
function attempts(): string[][] {
  const rows: string[][] = [];
  for (let made = 0; ; made += 1) {
    const pauseMs = made === 0 ? 0 : nextAttemptDelayMs(made, () => 0.5, null);
    if (pauseMs === null) return rows;
    rows.push([String(made + 1), spoken(pauseMs)]);
  }
}

function spoken(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms >= length) ?? ['s', 1000];
  return ms === 0 ? 'none' : `${ms / size} ${unit}`;
}

const UNITS: [unit: string, ms: number][] = [
  ['h', 3_600_000],
  ['min', 60_000],
];

function standardBody(): unknown {
  const webhook = NODE_TYPES.find(({ type }) => type === 'webhook') as SendingType;
  const { request } = renderMasked(webhook, { url: 'https://crm.example.com/hook' }, STATE) as {
    request: { body: string };
  };
  return JSON.parse(request.body);
}

const STATE: RunState = {
  submission: {
    id: '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f',
    source: 'form_submit',
    received_at: '2026-11-20T21:26:00.000Z',
    has_files: false,
    file_count: 0,
  },
  form: { id: '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f', name: 'Contact' },
  run: { id: '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f', workflow_version: 1 },
  fields: { email: 'ada@example.com', message: 'Hello' },
  nodes: {},
};
