import { TemplateRenderer, maskedSecrets, TemplateFailure } from '../templates/template-renderer';
import { secretNamesIn } from '../templates/reference.rules';
import {
  NodeFailure,
  type LocalType,
  type Decision,
  type FailureCode,
  type RenderedRequest,
  type SendingType,
} from './node-type.types';
import type { RunState } from './run-state.types';

/** The result of executing or rendering a node. A failure is a value, so that the step can record it. */
export type Result<Success> = { warnings: string[] } & (
  ({ failure: null } & Success) | { failure: { code: FailureCode; message: string } }
);

/** Executes a node without a channel. */
export function execute(type: LocalType, config: object, state: RunState): Result<{ decision: Decision }> {
  return resultOf(new TemplateRenderer(state), (renderer) => ({ decision: type.execute(config, { state, renderer }) }));
}

/** Renders the request to send, with the decrypted secrets of `secretNamesIn(config)`. It must never be stored or logged. */
export function render(
  type: SendingType,
  config: object,
  state: RunState,
  secrets: Readonly<Record<string, string>>,
): Result<{ request: RenderedRequest }> {
  return resultOf(new TemplateRenderer(state, secrets), (renderer) => ({
    request: type.render(config, { state, renderer }),
  }));
}

/** Renders the request for steps and tests, which users can read. It is rendered without the secrets, so it contains no part of them. */
export function renderMasked(type: SendingType, config: object, state: RunState): Result<{ request: RenderedRequest }> {
  return render(type, config, state, maskedSecrets(secretNamesIn(config)));
}

function resultOf<Success>(renderer: TemplateRenderer, work: (renderer: TemplateRenderer) => Success): Result<Success> {
  try {
    return { ...work(renderer), failure: null, warnings: renderer.warnings };
  } catch (error) {
    if (error instanceof NodeFailure)
      return { failure: { code: error.code, message: error.message }, warnings: renderer.warnings };
    if (!(error instanceof TemplateFailure)) throw error;
    return { failure: { code: 'template_failed', message: error.message }, warnings: renderer.warnings };
  }
}
