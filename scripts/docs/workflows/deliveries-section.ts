import type { DeliveryErrorCode } from '../../../src/platform/outbound/outbound.types';
import { nextAttemptDelayMs } from '../../../src/platform/outbound/delivery-outcome.rules';
import type { FailureCode } from '../../../src/workflows/nodes/node-type.types';
import type { RunState } from '../../../src/workflows/model/run-state.types';
import { standardBody } from '../../../src/workflows/nodes/standard-body.rules';
import { code, json, paragraphs, table } from '../markdown';

/** The requests of destinations, their retries and their error codes. */
export const deliveriesSection = (): string =>
  paragraphs(
    '## Deliveries',
    'The standard body of a webhook:',
    json(standardBody(STATE)),
    '`files` is an empty list when the submission has none. Values under names that no field of the form has stand in `data.other_values`, a member that is missing without such values; `data.other_values_dropped` names those that were not kept, beyond the limits. In tests, `submission_id` and `workflow_version` may be null. A link opens for seven days from the first attempt, without an API key, and ends when the file is deleted.',
    'Every attempt and every retry sends the same `webhook-id`, so that a receiver can detect duplicates by storing the ids. Unless `signing` is `none`, the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` follow [Standard Webhooks](https://www.standardwebhooks.com). `GET /v1/forms/{form}/workflow/signing-secrets` returns the secrets, `POST .../signing-secrets/{node_id}/rotate` replaces one, and [the guide to the API](api-guide.md#verifying-webhook-signatures) shows how to verify. During a rotation, `webhook-signature` has one signature for each secret that is still valid, separated by spaces.',
    "The value of a header is sent as the bytes of its UTF-8 encoding; many libraries show these bytes as Latin-1 and have to decode them. In Node.js, for example: `Buffer.from(request.headers['x-name'], 'latin1').toString()`. A value that renders with a line break (CR, LF) or a NUL, or to more than 8 KiB, fails the step as `invalid_header`; other control characters become spaces.",
    'Every HTTP request has the header `delivery-hops`, which says how many deliveries have led to it, and is signed by the service. The submit address keeps it with the submission, so that workflows that send to each other in a circle end: the sixth delivery is refused with 409 `loop_detected`. A number that nobody has signed means nothing, and services pass on those of others. A receiver that itself sends to a form should pass the header on. A step that sends to a form of the same service is not published (`blocked_url`).',
    'A response of 2xx is a success. Redirects are not followed. Responses of 408, 425, 429 and 5xx and network errors are retried; other responses of 4xx are final. A destination that answers 410, or that fails for five days without a success, is disabled until the next publishing, or until all is sent again: `POST /v1/forms/{form}/workflow/channels/{node_id}/send-all-again` enables it and retries the runs that have failed there, up to 200 with each request, the newest first. While its `before` is not null, send that with the next request. A `Retry-After` of up to a day is respected. Temporary errors of a mail server are retried by the same schedule.',
    table(['attempt', 'backoff before it (±20 %)'], attempts()),
    'When a request was sent but no response was received, its delivery is unknown. A webhook is then retried, since the receiver can detect duplicates (`retry_uncertain: false` disables this). An e-mail or a chat message is not retried: the step ends as `uncertain` and is charged.',
    'Connections are kept open for up to 10 seconds between the requests of webhooks, or for as long as the receiver says in `Keep-Alive`. When such a connection breaks before a response begins, the request is sent once more over a new one within the same attempt. With `retry_uncertain: false`, and for chat messages, each request has a connection of its own.',
    'A worker process sends at most 4 concurrent requests and 20 requests a second to a host, the mail server included. With Redis the 20 are shared by all workers. After five failed connections in a row it sends nothing to that host for 30 seconds. Waiting for these limits does not count as an attempt.',
    'Requests go to public addresses only, unless the operator allows others. The status, duration and size of a response are recorded. Of a response that is a text, each attempt keeps the beginning as `response_excerpt`: at most 1,024 bytes, with blanks for control characters, and with `***` for secrets that the request contained. Keys with `submissions:read` see it. It is deleted with its run, and by an erasure.',
    '### Error codes of steps and deliveries',
    table(
      ['code', 'meaning'],
      Object.entries(ERROR_CODES).map(([name, meaning]) => [code(name), meaning]),
    ),
  );

/** The type requires a text for every code. */
const ERROR_CODES: Record<DeliveryErrorCode | FailureCode | 'worker_lost' | 'internal_error', string> = {
  timeout: 'The connection, or the whole request, took too long.',
  dns_error: 'The host name could not be resolved.',
  tls_error: 'The TLS handshake failed, or the certificate is invalid.',
  connection_refused: 'The connection was refused, or the network is unreachable.',
  connection_reset: 'The connection was reset.',
  no_response: 'The connection was closed without a response, or the worker crashed while sending.',
  http_4xx: 'The receiver refused the request.',
  http_5xx: 'The receiver failed.',
  redirect_refused: 'The receiver answered with a redirect, which is not followed.',
  target_not_allowed: 'The service must not call this address.',
  channel_disabled: 'The destination is disabled until the next publishing, or until all is sent again.',
  rejected_recipient: 'The mail server rejected the mail or its recipients, or no recipient is a valid address.',
  smtp_not_configured: 'The operator has not configured a mail server.',
  template_failed: 'A template or a condition exceeded a rendering budget or the size limit, or could not be rendered with the values.',
  invalid_template_output:
    'The template of a webhook did not give JSON with these values. Nothing was sent; the message of the step says where.',
  invalid_date: 'The `until` of a delay did not render to a date or a timestamp.',
  invalid_header: 'A header rendered to a value with a line break or a NUL, or of more than 8 KiB.',
  host_not_allowed: 'A secret of the node must not be sent to this host. Nothing was sent; the message of the step names the secret.',
  worker_lost: 'Three workers in a row crashed while executing this step.',
  internal_error: 'The service failed to make the attempt and retries it.',
};

/** The backoff before each attempt. A random number of 0.5 leaves out the jitter. */
function attempts(): string[][] {
  const rows: string[][] = [];
  for (let made = 0; ; made += 1) {
    const backoffMs = made === 0 ? 0 : nextAttemptDelayMs(made, () => 0.5, null);
    if (backoffMs === null) return rows;
    rows.push([String(made + 1), durationText(backoffMs)]);
  }
}

function durationText(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms >= length) ?? ['s', 1000];
  return ms === 0 ? 'none' : `${ms / size} ${unit}`;
}

const UNITS: [unit: string, ms: number][] = [
  ['h', 3_600_000],
  ['min', 60_000],
];

const STATE: RunState = {
  submission: {
    id: '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f',
    source: 'form_submit',
    received_at: '2026-11-20T21:26:00.000Z',
    has_files: true,
    file_count: 1,
    address_confirmed: false,
  },
  form: { id: '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f', name: 'Contact' },
  labels: {},
  other: {},
  run: { id: '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f', workflow_version: 1 },
  fields: { email: 'ada@example.com', message: 'Hello' },
  nodes: {},
  files: [
    {
      id: '019aa2c4-6a11-7c4d-9e5f-1b2c3d4e5f60',
      field: 'cv',
      filename: 'cv.pdf',
      content_type: 'application/pdf',
      size_bytes: 48213,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      url: 'https://forms.example.com/files/AVx3…',
      url_expires_at: '2026-11-27T21:26:00.000Z',
    },
  ],
};
