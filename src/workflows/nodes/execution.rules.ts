import type { SecretText } from '../templates/secret-text.rules';
import { TemplateRenderer, TemplateFailure } from '../templates/template-renderer.rules';
import {
  NodeFailure,
  type ActingType,
  type Decision,
  type FailureCode,
  type HttpRequest,
  type MailRequest,
  type RenderedRequest,
  type SendingType,
} from './node-type.types';
import type { RunState } from './run-state.types';

/** What became of a node's own work; a failure is a value, so that the step can record it. */
export type Result<Success> = { warnings: string[] } & (
  ({ failure: null } & Success) | { failure: { code: FailureCode; message: string } }
);

/** Lets a node decide that needs no channel. */
export function execute(type: ActingType, config: object, state: RunState): Result<{ decision: Decision }> {
  return attempt(new TemplateRenderer(state), (fill) => ({ decision: type.execute(config, { state, fill }) }));
}

/** The request to send, which is never stored and never logged, and the same request with its secrets masked, as people may see it. */
export interface RenderedRequests {
  request: RenderedRequest;
  masked: RenderedRequest;
}

/** Renders each template once, and once more with masked secrets if it refers to any. Takes the opened secrets that `secretNamesIn(config)` names. */
export function render(
  type: SendingType,
  config: object,
  state: RunState,
  secrets: Readonly<Record<string, string>>,
): Result<RenderedRequests> {
  return attempt(new TemplateRenderer(state, secrets), (fill) => requestsOf(type.render(config, { state, fill })));
}

/** The request as people may see it in dry runs, rendered without the secrets. */
export function renderMasked(type: SendingType, config: object, state: RunState): Result<{ request: RenderedRequest }> {
  return attempt(new TemplateRenderer(state), (fill) => ({
    request: requestsOf(type.render(config, { state, fill })).masked,
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

function attempt<Success>(fill: TemplateRenderer, act: (fill: TemplateRenderer) => Success): Result<Success> {
  try {
    return { ...act(fill), failure: null, warnings: fill.warnings };
  } catch (error) {
    if (error instanceof NodeFailure)
      return { failure: { code: error.code, message: error.message }, warnings: fill.warnings };
    if (!(error instanceof TemplateFailure)) throw error;
    return { failure: { code: 'template_failed', message: error.message }, warnings: fill.warnings };
  }
}
