import { IS_REQUIRED } from '../../api/validation/messages.rules';
import { isJsonObject } from '../../platform/json/json.rules';
import { wireHeaderErrors } from '../../platform/outbound/headers.rules';
import type { NodeContext, ConfigError } from '../model/publish-error.types';
import {
  described,
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
import { publicText, trimmed, type SecretText } from '../templates/output.rules';
import { NodeFailure, type NodeRun, type SendingType } from './node-type.types';
import { shortUrl } from './execution.rules';
import { standardBody } from './standard-body.rules';

/** The time limit of an attempt, from connecting to the end of the response. */
const MAX_TIMEOUT_MS = 15_000;
const MAX_HEADERS = 20;
const JSON_TYPE = 'application/json';

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

const BODY = members({
  mode: required(oneOf('standard', 'fields', 'template'), 'The content of the body.'),
  template: optional(template, 'The template of the body.'),
  content_type: optional((value, path, context) => {
    const errors = text(100)(value, path, context);
    return errors.length > 0 || MEDIA_TYPE.test(value as string) ? errors : [invalid(path, 'must be a media type such as text/plain')];
  }, 'The media type of the body.'),
});

/** The media types of RFC 9110 section 8.3.1, without quoted parameter values. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/;

export const webhook: SendingType<WebhookConfig> = {
  type: 'webhook',
  kind: 'destination',
  channel: 'http',
  points: 2,
  summary: 'Sends the submission to a URL.',
  config: {
    url: required(webAddress, 'The URL.'),
    method: optional(oneOf('POST', 'PUT', 'PATCH'), 'The HTTP method: POST (default), PUT or PATCH.'),
    headers: optional(
      entries(headerNameError, headerTemplate, MAX_HEADERS),
      'Up to 20 more headers, whose values are templates and may refer to secrets. Headers of the connection and of the body, `delivery-hops`, and names that begin with `proxy-` or `webhook-` are reserved.',
    ),
    body: optional(
      described(BODY.schema!, bodyErrors),
      '`{"mode": "standard"}` (default) sends the submission with its context, `{"mode": "fields"}` the fields at this node, and `{"mode": "template", "template": "...", "content_type": "application/json"}` the rendered template; [values in JSON](#json-in-templates) are escaped.',
    ),
    timeout_ms: optional(
      wholeNumber(1000, MAX_TIMEOUT_MS),
      `The time limit of an attempt in milliseconds, 1000 to ${MAX_TIMEOUT_MS} (default).`,
    ),
    retry_uncertain: optional(flag, 'True (default) repeats an attempt of unknown outcome with the same `webhook-id`.'),
    signing: optional(oneOf('standard_webhooks', 'none'), '`standard_webhooks` (default) signs requests, `none` does not.'),
  },
  crossFieldErrors({ headers }) {
    const known = new Set<string>();
    return namesOf(headers).flatMap((name) =>
      known.size < known.add(name.toLowerCase()).size ? [] : [invalid(`config.headers.${name}`, REPEATED_HEADER)],
    );
  },
  ports: () => ['out', 'error'],
  async render({ url, method = 'POST', headers = {}, body = { mode: 'standard' } }, run) {
    const own: [string, SecretText][] = [];
    for (const [name, value] of Object.entries(headers)) own.push([name, await headerText(name, value, run)]);
    const contentType = (body.mode === 'template' && body.content_type) || JSON_TYPE;
    return {
      channel: 'http',
      method,
      url: publicText(url),
      headers: { 'content-type': publicText(contentType), ...Object.fromEntries(own) },
      body: await bodyText(body, run),
    };
  },
  settings: ({ timeout_ms: timeoutMs = MAX_TIMEOUT_MS, retry_uncertain: mayArriveTwice = true, signing }) => ({
    timeoutMs,
    mayArriveTwice,
    isSigned: signing !== 'none',
  }),
  target: ({ url }) => shortUrl(url),
};

const namesOf = (headers: unknown): string[] => (isJsonObject(headers) ? Object.keys(headers) : []);

const REPEATED_HEADER = 'must not differ from another header in case only, since the names of headers ignore case';

/** The body is deterministic, so that every attempt sends the same bytes; the timestamp is that of the event. */
async function bodyText({ mode, template: source = '', content_type: type }: WebhookBody, { state, renderer }: NodeRun): Promise<string> {
  if (mode === 'template') return isJsonType(type) ? renderer.renderJson(source) : renderer.renderText(source);
  return JSON.stringify(mode === 'fields' ? state.fields : standardBody(state));
}

/** True for media types of JSON (RFC 6839 section 3.1), which is the default. */
const isJsonType = (type = JSON_TYPE): boolean => /^(?:application\/json|[^;]*\+json)\s*(?:;|$)/i.test(type);

export function jsonTemplateOf({ body }: Partial<WebhookConfig>): string | null {
  return body?.mode === 'template' && isJsonType(body.content_type) ? body.template! : null;
}

/**
 * Fails for a value that cannot be sent, so that tests, which send nothing, find it too. Line breaks and NUL are refused, since they could
 * begin another header; the other control characters, which HTTP does not allow either, become spaces.
 */
async function headerText(name: string, value: string, { renderer }: NodeRun): Promise<SecretText> {
  const { text, masked } = trimmed(await renderer.renderWithSecrets(value));
  const rendered = { text: withoutControls(text), masked: withoutControls(masked) };
  if (wireHeaderErrors(name, rendered.text).length === 0) return rendered;
  throw new NodeFailure('invalid_header', 'A header renders to a value that is too long, or that has a line break or a NUL.');
}

const withoutControls = (text: string): string => text.replace(/(?![\t\r\n\0\u0080-\u009f])\p{Cc}/gu, ' ');

/** Names as in RFC 9110 section 5.1, restricted to letters, digits, hyphens and underscores. */
const HEADER_NAME = /^[A-Za-z0-9_-]{1,100}$/;
/** Headers of the body, of proxies, of the signature and of chains of deliveries. `wireHeaderErrors` refuses those of the connection. */
const RESERVED_HEADER = /^(?:content-(?:type|encoding)|proxy-.*|webhook-.*|delivery-hops)$/i;

function headerNameError(name: string): string | null {
  if (!HEADER_NAME.test(name)) return 'must have a name of 1 to 100 letters, digits, hyphens and underscores';
  const isReserved = RESERVED_HEADER.test(name) || wireHeaderErrors(name, '').length > 0;
  return isReserved ? 'must not be set, since the service sets this header itself' : null;
}

function bodyErrors(value: unknown, path: string, context: NodeContext): ConfigError[] {
  const errors = BODY(value, path, context);
  const { mode, template: source, content_type: contentType } = (value ?? {}) as Partial<WebhookBody>;
  if (mode === 'template') {
    return source === undefined ? [...errors, invalid(`${path}.template`, `${IS_REQUIRED} when the body is a template`)] : errors;
  }
  return mode === undefined || (source === undefined && contentType === undefined)
    ? errors
    : [...errors, invalid(path, 'must have a template or a content type only in the mode template')];
}
