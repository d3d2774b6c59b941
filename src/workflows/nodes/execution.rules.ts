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

/** What became of a node's own work; a failure is a value, so that the step can record it. */
export type Result<Success> = { warnings: string[] } & (
  ({ failure: null } & Success) | { failure: { code: FailureCode; message: string } }
);

/** Lets a node decide that needs no channel. */
export function execute(type: LocalType, config: object, state: RunState): Result<{ decision: Decision }> {
  return attempt(new TemplateRenderer(state), (fill) => ({ decision: type.execute(config, { state, fill }) }));
}

/** The request to send, with the opened secrets that `secretNamesIn(config)` asks for. It is never stored and never logged. */
export function render(
  type: SendingType,
  config: object,
  state: RunState,
  secrets: Readonly<Record<string, string>>,
): Result<{ request: RenderedRequest }> {
  return attempt(new TemplateRenderer(state, secrets), (fill) => ({ request: type.render(config, { state, fill }) }));
}

/** The same request as people may see it in steps and dry runs. It is rendered without the secrets, so it cannot hold any part of them. */
export function renderMasked(type: SendingType, config: object, state: RunState): Result<{ request: RenderedRequest }> {
  return render(type, config, state, maskedSecrets(secretNamesIn(config)));
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
