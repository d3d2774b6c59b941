import { wireHeaderFaults } from '../../platform/outbound/headers.rules';
import type { CheckContext, ConfigFault } from '../definition/check.types';
import {
  entries,
  flag,
  invalid,
  members,
  oneOf,
  optional,
  required,
  headerTemplate,
  template,
  text,
  webAddress,
  wholeNumber,
} from './config.rules';
import { publicText, trimmed, type SecretText } from '../templates/secret-text.rules';
import { NodeFailure, type NodeRun, type SendingType } from './node-type.types';
import { shortUrl } from './target.rules';

/** The whole exchange, from connecting to the end of the answer. */
const MAX_TIMEOUT_MS = 15_000;
const MAX_HEADERS = 20;

interface WebhookConfig {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: WebhookBody;
  timeout_ms?: number;
  retry_uncertain?: boolean;
  signing?: 'standard_webhooks' | 'none';
}

interface WebhookBody {
  mode: 'standard' | 'fields' | 'template';
  template?: string;
  content_type?: string;
}

export const webhook: SendingType<WebhookConfig> = {
  type: 'webhook',
  kind: 'destination',
  channel: 'http',
  points: 2,
  summary: 'Sends the submission to a web address.',
  config: {
    url: required(webAddress, 'Where to send to.'),
    method: optional(oneOf('POST', 'PUT', 'PATCH'), 'The HTTP method: POST (default), PUT or PATCH.'),
    headers: optional(
      entries(headerNameFault, headerTemplate, MAX_HEADERS),
      'Up to 20 further headers; their values are templates and may use secrets. Those that belong to the connection or the body, and those that begin with `proxy-` or `webhook-`, cannot be set.',
    ),
    body: optional(
      bodyFaults,
      '`{"mode": "standard"}` (default) sends the submission with its context, `{"mode": "fields"}` the fields as they are at this node, `{"mode": "template", "template": "...", "content_type": "application/json"}` the rendered text.',
    ),
    timeout_ms: optional(
      wholeNumber(1000, MAX_TIMEOUT_MS),
      `How long an attempt may take, 1000 to ${MAX_TIMEOUT_MS} (default).`,
    ),
    retry_uncertain: optional(
      flag,
      'Whether to repeat an attempt whose outcome is unknown, under the same webhook-id; true by default.',
    ),
    signing: optional(oneOf('standard_webhooks', 'none'), 'How requests are signed; standard_webhooks by default.'),
  },
  ports: () => ['out', 'error'],
  render({ url, method = 'POST', headers = {}, body = { mode: 'standard' } }, run) {
    const own = Object.entries(headers).map(([name, value]) => [name, headerText(name, value, run)] as const);
    const contentType = (body.mode === 'template' && body.content_type) || 'application/json';
    return {
      channel: 'http',
      method,
      url: publicText(url),
      headers: { 'content-type': publicText(contentType), ...Object.fromEntries(own) },
      body: bodyText(body, run),
    };
  },
  settings: ({ timeout_ms: timeoutMs = MAX_TIMEOUT_MS, retry_uncertain: retryUncertain = true, signing }) => ({
    timeoutMs,
    retryUncertain,
    isSigned: signing !== 'none',
  }),
  target: ({ url }) => shortUrl(url),
};

/** Same state, same body: every attempt sends the same bytes, so the time is that of the event. */
function bodyText(body: WebhookBody, { state, fill }: NodeRun): string {
  if (body.mode === 'template') return fill.text(body.template ?? '');
  if (body.mode === 'fields') return JSON.stringify(state.fields);
  const { submission, form, run, fields } = state;
  const data = {
    submission_id: submission.id,
    form_id: form.id,
    form_name: form.name,
    source: submission.source,
    received_at: submission.received_at,
    fields,
    run_id: run.id,
    workflow_version: run.workflow_version,
  };
  return JSON.stringify({ type: 'submission.received', timestamp: submission.received_at, data });
}

/** A test renders without sending, so what could not be sent fails here. */
function headerText(name: string, value: string, { fill }: NodeRun): SecretText {
  const rendered = trimmed(fill.textWithSecrets(value));
  if (wireHeaderFaults(name, rendered.text).length === 0) return rendered;
  throw new NodeFailure('invalid_header', 'A header holds more than headers can carry, or another character.');
}

/** RFC 9110 section 5.1, without the marks that nobody uses. */
const HEADER_NAME = /^[A-Za-z0-9_-]{1,100}$/;
/** Beside those that the connection needs: what speaks about the body, or to a proxy, and our own. */
const RESERVED_HEADER = /^(?:content-(?:type|encoding)|proxy-.*|webhook-.*)$/i;

function headerNameFault(name: string): string | null {
  if (!HEADER_NAME.test(name)) return 'A header name has 1 to 100 letters, digits, hyphens and underscores.';
  const isReserved = RESERVED_HEADER.test(name) || wireHeaderFaults(name, '').length > 0;
  return isReserved ? 'The service sets this header itself.' : null;
}

function bodyFaults(value: unknown, path: string, context: CheckContext): ConfigFault[] {
  const faults = BODY(value, path, context);
  const { mode, template: source, content_type: contentType } = (value ?? {}) as Partial<WebhookBody>;
  if (mode === 'template') {
    return source === undefined ? [...faults, invalid(`${path}.template`, 'This is required.')] : faults;
  }
  return mode === undefined || (source === undefined && contentType === undefined)
    ? faults
    : [...faults, invalid(path, 'A template needs the mode template.')];
}

const BODY = members({
  mode: required(oneOf('standard', 'fields', 'template'), 'What the body is made of.'),
  template: optional(template, 'The template of the body.'),
  content_type: optional((value, path, context) => {
    const faults = text(100)(value, path, context);
    return faults.length > 0 || MEDIA_TYPE.test(value as string)
      ? faults
      : [invalid(path, 'This must be a media type such as text/plain.')];
  }, 'The media type of the body.'),
});

/** RFC 9110 section 8.3.1, without quoted values. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/;
