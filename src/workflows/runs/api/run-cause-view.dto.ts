import { ApiProperty } from '@nestjs/swagger';
import { parseUrl } from '../../../platform/text/text.rules';
import { wireOf } from '../../../platform/text/wire.rules';
import { WORD } from '../../../api/validation/decorators.rules';
import { NODE_ID } from '../../definition/structure.rules';
import { isTemplate, secretNamesIn } from '../../templates/reference.rules';
import type { FailedStep } from '../store/run-list.repository';

/** A step that has failed, or of which nobody knows whether it has. */
export class RunFailureView {
  /** The id of a node of the workflow. @example 'crm' */
  @ApiProperty({ pattern: NODE_ID.source })
  node_id: string;

  /** The display name of the node. @example 'CRM' */
  @ApiProperty({ maxLength: 255 })
  name: string | null;

  /** The type of the node. @example 'webhook' */
  @ApiProperty(WORD)
  channel_type: string;

  /** The status. @example 'failed' */
  @ApiProperty({ enum: ['failed', 'uncertain'] })
  status: 'failed' | 'uncertain';

  /** The code of the failure; null when it has not failed. @example 'http_5xx' */
  @ApiProperty(WORD)
  error_code: string | null;

  /** The number of attempts. @example 8 */
  attempt_count: number;

  static from(step: FailedStep): RunFailureView {
    return {
      ...wireOf(step, 'nodeId', 'errorCode', 'attemptCount'),
      name: step.node?.name ?? null,
      channel_type: step.nodeType,
      status: step.status === 'uncertain' ? step.status : 'failed',
    };
  }
}

/** The reason why a run did not succeed: a step that has failed or is uncertain, or one that has ended the run as failed. */
export class RunCauseView extends RunFailureView {
  /** The host of the receiver. Null for a mail, and for an address that is a template. @example 'crm.example' */
  host: string | null;

  /** The name of the secret that is the address. */
  address_secret_name: string | null;

  /** The name of a secret that the receiver is given. @example 'CRM_TOKEN' */
  secret_name: string | null;

  /** The status of the last answer. Null without an answer, for mail, and for keys without `submissions:read`. @example 503 */
  http_status: number | null;

  /** The start of the last attempt. Null where nothing was sent, and for keys without `submissions:read`. @example '2026-11-20T21:26:00.000Z' */
  last_attempt_at: string | null;

  /** The beginning of the last answer, as an attempt has it. Null without a text, and for keys without `submissions:read`. */
  response_excerpt: string | null;

  /** The note of the step itself, at most 500 characters. Null for keys without `submissions:read`. */
  message: string | null;

  /** The recipients of a mail. Null for keys without `submissions:read`. */
  @ApiProperty({ type: [String], nullable: true })
  recipients: string[] | null;

  /** The subject of a mail. Null for keys without `submissions:read`. */
  subject: string | null;

  static of(step: FailedStep, mayReadContent: boolean): RunCauseView {
    const { url, ...others } = (step.node?.config ?? {}) as { url?: string };
    const { lastAttempt, message, recipients, subject } = mayReadContent ? step : NOTHING;
    return {
      ...RunFailureView.from(step),
      host: url === undefined || isTemplate(url) ? null : (parseUrl(url)?.host ?? null),
      address_secret_name: firstOf(secretNamesIn(url)),
      secret_name: firstOf(secretNamesIn(others)),
      http_status: lastAttempt?.httpStatus ?? null,
      last_attempt_at: lastAttempt?.startedAt ?? null,
      response_excerpt: lastAttempt?.responseExcerpt ?? null,
      message: message?.slice(0, 500) ?? null,
      recipients,
      subject,
    };
  }
}

const NOTHING = { lastAttempt: null, message: null, recipients: null, subject: null };

const firstOf = ([first]: Iterable<string>): string | null => first ?? null;

/** False for a `stop` that has ended the run as failed, as its own step succeeds. */
export const isFailure = ({ status }: FailedStep): boolean => status !== 'succeeded';

/** A submitted value in at most 120 characters; null without one. */
export function shortText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, 120).toWellFormed();
}
