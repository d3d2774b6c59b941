import type { RunCause, RunOfForm, RunStep, Run } from 'form-collection-client';

/** A failed or uncertain step, with what is known of its receiver. */
export type DeliveryProblem = Pick<RunCause, 'name' | 'error_code' | 'attempt_count'> &
  Partial<Omit<RunCause, 'channel_type'>> & {
    /** The type of the node; `notification` for the mail to the owner of the form. */
    channel_type: string;
  };

/** The problems of a run. It may also fail before any step, or in a step that fails on purpose. */
export function problemsOf(run: Run): DeliveryProblem[] {
  const failed = run.steps.filter(({ status }) => status === 'failed' || status === 'uncertain');
  if (failed.length > 0 || run.status !== 'failed') return failed.map((step) => problemOf(step, run));
  const stop = run.steps.find(({ node_type: type, status }) => type === 'stop' && status === 'succeeded');
  return [{ ...ofNoStep(run), message: outputOf(stop).message ?? null }];
}

export function listedProblems(run: RunOfForm): DeliveryProblem[] {
  const { causes = [], status } = run;
  if (status === 'blocked_insufficient_compute_points') return [{ ...ofNoStep(run), error_code: status }];
  return causes.length > 0 ? causes.map((cause) => ({ ...cause, name: cause.name?.trim() || null })) : [ofNoStep(run)];
}

const ofNoStep = ({ error_code }: Pick<Run, 'error_code'>): DeliveryProblem => ({
  ...{ name: null, channel_type: 'stop', error_code, attempt_count: 0 },
});

export function problemOf(step: RunStep, { definition }: Pick<Run, 'definition'>): DeliveryProblem {
  const { name, config } = definition.nodes.find(({ id }) => id === step.node_id) ?? { name: null, config: {} };
  const { url, ...others } = (config ?? {}) as { url?: unknown };
  const { message, request } = outputOf(step);
  return {
    channel_type: step.node_type,
    name: name?.trim() || null,
    error_code: step.error_code,
    status: step.status === 'uncertain' ? 'uncertain' : 'failed',
    attempt_count: step.attempt_count,
    http_status: step.attempts?.at(-1)?.http_status ?? null,
    response_excerpt: step.attempts?.at(-1)?.response_excerpt ?? null,
    host: hostOf(url) ?? null,
    secret_name: secretIn(others),
    address_secret_name: secretIn(url),
    message: message ?? null,
    recipients: request?.to ?? null,
    subject: request?.subject ?? null,
  };
}

export function hostOf(url: unknown): string | undefined {
  return typeof url === 'string' && !url.includes('{{') ? /^https?:\/\/([^/?#]+)/.exec(url)?.[1] : undefined;
}

const secretIn = (config: unknown): string | null => /\bsecrets\.(\w+)/.exec(JSON.stringify(config) ?? '')?.[1] ?? null;

export interface Mail {
  to?: string[];
  subject?: string;
  reply_to?: string | null;
  text?: string | null;
  html?: string | null;
}

interface Output {
  message?: string | null;
  request?: Mail;
  /** The address of the account, to which a test sent the mail. */
  sent_to?: string;
}

export const outputOf = (step: RunStep | undefined): Output => step?.output ?? {};
