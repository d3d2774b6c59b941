import type { SecretText } from '../templates/output.rules';
import { InvalidOutput } from '../templates/json-body';
import { TemplateFailure, type NodeWork } from '../templates/render-budget';
import { TemplateRenderer } from '../templates/template-renderer';
import {
  NodeFailure,
  type LocalType,
  type NodeResult,
  type HttpRequest,
  type MailRequest,
  type RenderedRequest,
  type SendingType,
} from './node-type.types';
import type { RunState } from '../model/run-state.types';
import { parseUrl } from '../../platform/text/text.rules';
import { isTemplate } from '../templates/reference.rules';

/** The result of executing or rendering a node. A failure is a value, so that the step can record it. */
export type Result<Success> = { warnings: string[] } & (
  ({ failure: null } & Success) | { failure: { code: NodeFailure['code']; message: string } }
);

export function execute(type: LocalType, config: object, state: RunState, work: NodeWork): Promise<Result<{ decision: NodeResult }>> {
  return resultOf(new TemplateRenderer(state, work), async (renderer) => ({ decision: await type.execute(config, { state, renderer }) }));
}

/** The request to send, which must never be stored or logged, and the same request with masked secrets, which users can read. */
export interface RenderedRequests {
  request: RenderedRequest;
  masked: RenderedRequest;
}

/**
 * Renders a request, and a masked copy for users. The copy is rendered from masked secrets, and from `masked`, the state with masked links
 * to files, instead of being derived from the request, so that no filter can carry a part of a secret or of a link into it.
 * @param secrets the decrypted secrets of `secretNamesIn(config)`
 */
export function render(
  type: SendingType,
  config: object,
  { state, masked, escapesJson }: { state: RunState; masked: RunState; escapesJson: boolean },
  secrets: Readonly<Record<string, string>>,
  work: NodeWork,
): Promise<Result<RenderedRequests>> {
  return resultOf(new TemplateRenderer(state, work, secrets, escapesJson), async (renderer) => {
    const requests = requestsOf(await type.render(config, { state, renderer }));
    if (state.files.length === 0) return requests;
    const shown = await renderMasked(type, config, masked, work, escapesJson);
    return { ...requests, masked: shown.failure ? withoutTexts(requests.masked) : shown.request };
  });
}

/** The copy for users when the masked state cannot be rendered. The request is sent all the same. */
const withoutTexts = (request: RenderedRequest): RenderedRequest =>
  request.channel === 'mail' ? { ...request, subject: '***' } : { ...request, headers: {}, url: '***' };

/** Renders the request of a test without the secrets, so that it contains no part of them. */
export function renderMasked(
  type: SendingType,
  config: object,
  state: RunState,
  work: NodeWork,
  escapesJson = true,
): Promise<Result<{ request: RenderedRequest }>> {
  return resultOf(new TemplateRenderer(state, work, null, escapesJson), async (renderer) => ({
    request: requestsOf(await type.render(config, { state, renderer })).masked,
  }));
}

function requestsOf(request: HttpRequest<SecretText> | MailRequest): RenderedRequests {
  if (request.channel === 'mail') return { request, masked: request };
  return { request: withTexts(request, ({ text }) => text), masked: withTexts(request, ({ masked }) => masked) };
}

function withTexts(request: HttpRequest<SecretText>, textOf: (secret: SecretText) => string): HttpRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, textOf(value)]);
  return { ...request, url: textOf(request.url), headers: Object.fromEntries(headers) as Record<string, string> };
}

async function resultOf<Success>(
  renderer: TemplateRenderer,
  work: (renderer: TemplateRenderer) => Promise<Success>,
): Promise<Result<Success>> {
  try {
    return { ...(await work(renderer)), failure: null, warnings: renderer.warnings };
  } catch (error) {
    if (error instanceof NodeFailure) return { failure: { code: error.code, message: error.message }, warnings: renderer.warnings };
    if (!(error instanceof TemplateFailure)) throw error;
    const code = error instanceof InvalidOutput ? 'invalid_template_output' : 'template_failed';
    return { failure: { code, message: error.message }, warnings: renderer.warnings };
  }
}

const SEGMENT = 8;

/** Scheme, host and the beginning of the path: enough to recognise a destination, too little to send anything to it. */
export function shortUrl(url: unknown): string {
  const parsed = typeof url === 'string' && !isTemplate(url) ? parseUrl(url) : null;
  if (!parsed) return '***';
  const { protocol, host, pathname } = parsed;
  const [segment = ''] = pathname.slice(1).split('/');
  const isWhole = pathname === `/${segment}` && segment.length <= SEGMENT;
  return `${protocol}//${host}/${segment.slice(0, SEGMENT)}${isWhole ? '' : '…'}`;
}

/** The shortened address, such as `s***@example.com`; only `***` for a template. */
export function shortEmail(address: unknown): string {
  if (typeof address !== 'string' || isTemplate(address)) return '***';
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`;
}
