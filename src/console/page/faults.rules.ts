import type { RunOfFormView, RunStepView, RunView } from '../../../client/src/index.js';

/** A step that has failed, or of which nobody knows whether it has arrived, with what is known of its receiver. */
export interface Fault {
  /** The id of the node; `notification` for the mail to the owner of the form. */
  type: string;
  name: string | null;
  code: string | null;
  isUncertain: boolean;
  attempts: number;
  /** The status of the last answer. */
  status?: number | undefined;
  host?: string | undefined;
  /** The name of a secret that the receiver is given. */
  secret?: string | undefined;
  /** The name of the secret that is the address. */
  addressSecret?: string | undefined;
  message?: string | undefined;
  to?: string[] | undefined;
  subject?: string | undefined;
}

/** What has failed in a run. A run may also fail by a step that is there to do so, or before any step. */
export function faultsOf(run: RunView): Fault[] {
  const faults = run.steps.filter(({ status }) => status === 'failed' || status === 'uncertain');
  if (faults.length > 0 || run.status !== 'failed') return faults.map((step) => faultOf(step, run));
  const stop = run.steps.find(({ node_type: type, status }) => type === 'stop' && status === 'succeeded');
  return [{ ...NOTHING, type: 'stop', code: run.error_code, message: outputOf(stop).message ?? undefined }];
}

/** The same of a run as it is listed, which tells less. */
export function listedFaults({ failures = [], error_code: code }: RunOfFormView): Fault[] {
  if (failures.length === 0) return [{ ...NOTHING, type: 'stop', code }];
  return failures.map(({ name, channel_type: type, error_code: code, status, attempt_count: attempts }) => ({
    ...{ type, name, code, attempts },
    isUncertain: status === 'uncertain',
  }));
}

/** What is known of a step that did not succeed. */
export function faultOf(step: RunStepView, { definition }: Pick<RunView, 'definition'>): Fault {
  const { name, config } = definition.nodes.find(({ id }) => id === step.node_id) ?? { name: null, config: {} };
  const { url, ...others } = (config ?? {}) as { url?: unknown };
  const { message, request } = outputOf(step);
  return {
    type: step.node_type,
    name: name?.trim() || null,
    code: step.error_code,
    isUncertain: step.status === 'uncertain',
    attempts: step.attempt_count,
    status: step.attempts?.at(-1)?.http_status ?? undefined,
    host: hostOf(url),
    secret: secretIn(others),
    addressSecret: secretIn(url),
    message: message ?? undefined,
    to: request?.to,
    subject: request?.subject,
  };
}

/** The host of an address that is no template. */
export function hostOf(url: unknown): string | undefined {
  return typeof url === 'string' && !url.includes('{{') ? /^https?:\/\/([^/?#]+)/.exec(url)?.[1] : undefined;
}

const secretIn = (config: unknown): string | undefined => /\bsecrets\.(\w+)/.exec(JSON.stringify(config) ?? '')?.[1];

interface Output {
  message?: string | null;
  request?: { to?: string[]; subject?: string };
}

/** What a step has made, as far as faults and deliveries tell of it. */
export const outputOf = (step: RunStepView | undefined): Output => step?.output ?? {};

const NOTHING = { name: null, isUncertain: false, attempts: 0 };
