import type { ConfigError, NodeContext } from '../model/publish-error.types';
import type { NodeKind } from '../model/definition.types';
import type { SecretText } from '../templates/output.rules';
import type { TemplateRenderer } from '../templates/template-renderer';
import type { ConfigOption } from './config.rules';
import type { VisitorMailSkip } from '../model/visitor-mail.types';
import type { FieldChanges, RunFile, RunState } from '../model/run-state.types';

/** The definition of a node type, from which validation, prices, scheduling, the engine and the documentation follow. */
export type NodeType<Config extends object = object> = LocalType<Config> | SendingType<Config>;

export interface LocalType<Config extends object = object> extends NodeTraits<Config> {
  channel: 'none';
  execute(config: Config, run: NodeRun): NodeResult | Promise<NodeResult>;
}

export interface SendingType<Config extends object = object> extends NodeTraits<Config> {
  channel: 'http' | 'mail';
  render(config: Config, run: NodeRun): Promise<HttpRequest<SecretText> | MailRequest>;
  settings(config: Config): DeliverySettings;
  /** The shortened address of the destination, without query, credentials or a full e-mail address. */
  target(config: Config): string;
}

/**
 * The common part of all node types. Drafts and disabled nodes may have any object as config, so `crossFieldErrors`, `ports`,
 * `mayTakeNoPort`, `fieldsSet` and `target` must accept an unfinished config; the other methods get valid configs only.
 */
interface NodeTraits<Config extends object> {
  type: string;
  kind: NodeKind;
  points: number;
  summary: string;
  config: { readonly [Member in keyof Config]-?: ConfigOption };
  crossFieldErrors?(config: Config, context: NodeContext): ConfigError[];
  /** The ports that edges may leave from. `error` is taken when the node has failed for good. */
  ports(config: Config): readonly string[];
  mayTakeNoPort?(config: Config): boolean;
  /** The names of fields that later nodes may refer to, beside those of the form. */
  fieldsSet?(config: Config): string[];
  /** The outcome of the run, for a node that ends it; `succeeded` leaves the outcome to the other steps. */
  runOutcome?(config: Config): 'succeeded' | 'failed';
}

export interface NodeRun {
  state: RunState;
  renderer: TemplateRenderer;
}

export interface NodeResult {
  /** The port to take; null ends the branch. */
  port: string | null;
  output: unknown;
  changes?: FieldChanges;
  wait?: { seconds: number } | { until: Date };
}

export type RenderedRequest = HttpRequest | MailRequest;

/** A request, with `SecretText` for the members that may contain secrets. */
export interface HttpRequest<Text = string> {
  channel: 'http';
  method: string;
  url: Text;
  headers: Record<string, Text>;
  body: string;
}

/** A mail without its sender, which is a setting of the operator. */
export interface MailRequest {
  channel: 'mail';
  to: string[];
  /** The recipients whose addresses were submitted; absent for a mail to fixed addresses only. */
  visitors?: string[];
  /** The name beside the address of the sender. */
  from_name?: string;
  reply_to: string | null;
  subject: string;
  text: string | null;
  html: string | null;
  attachments?: AttachedFile[];
}

export type AttachedFile = Pick<RunFile, 'id' | 'filename' | 'content_type' | 'size_bytes'>;

export interface DeliverySettings {
  /** The time limit of an HTTP request; by default that of the HTTP client. Mails have the time limit of the mailer. */
  timeoutMs?: number;
  /** True when an attempt of unknown outcome may be repeated, because the receiver can detect duplicates. */
  mayArriveTwice: boolean;
  /** True when the request is signed as in Standard Webhooks 1.0. */
  isSigned: boolean;
}

/** The `error_code` of a step that failed before anything was sent. */
export type FailureCode =
  'template_failed' | 'invalid_template_output' | 'invalid_date' | 'invalid_header' | 'rejected_recipient' | 'host_not_allowed';

/** The failure of a node; `execution.rules.ts` catches it and returns it as a value. */
export class NodeFailure extends Error {
  constructor(
    readonly code: FailureCode | Extract<VisitorMailSkip, 'no_address'>,
    message: string,
  ) {
    super(message);
  }
}
