import type { ConfigFault } from '../definition/check.types';
import type { NodeKind } from '../definition/definition.types';
import type { SecretText } from '../templates/secret-text.rules';
import type { TemplateRenderer } from '../templates/template-renderer.rules';
import type { ConfigOption } from './config.rules';
import type { FieldChanges, RunState } from './run-state.types';

/**
 * Everything that the service knows about one type of node. The checks, the price, the plan, the engine and the documentation
 * read it from here, so a new type is one file with one such object and one line in the registry.
 */
export type NodeType<Config extends object = object> = ActingType<Config> | SendingType<Config>;

/** A node that needs nothing but the state of its run. */
export interface ActingType<Config extends object = object> extends NodeTraits<Config> {
  channel: 'none';
  execute(config: Config, run: NodeRun): Decision;
}

/** A node that renders a request, which the channel of that name then sends. */
export interface SendingType<Config extends object = object> extends NodeTraits<Config> {
  channel: 'http' | 'mail';
  render(config: Config, run: NodeRun): HttpRequest<SecretText> | MailRequest;
  settings(config: Config): DeliverySettings;
  /** Where it sends to, for people who list a form's channels: without query, credentials or a whole e-mail address. */
  target(config: Config): string;
}

/**
 * Drafts and disabled nodes may hold any object as config, so `contradictions`, `ports`, `mayTakeNoPort`, `fieldsSet` and `target` must cope with one
 * that is unfinished; everything else sees only configs that have passed the check.
 */
interface NodeTraits<Config extends object> {
  type: string;
  kind: NodeKind;
  /** Compute points that its execution costs. */
  points: number;
  /** One sentence for the documentation. */
  summary: string;
  /** Each member that its config may hold: check and documentation in one. */
  config: { readonly [Member in keyof Config]-?: ConfigOption };
  /** What its members must agree on. */
  contradictions?(config: Config): ConfigFault[];
  /** The ports that edges may leave from. `error` is taken when the node has finally failed. */
  ports(config: Config): readonly string[];
  /** Whether it can succeed and still let nothing pass. */
  mayTakeNoPort?(config: Config): boolean;
  /** The fields that the nodes behind it can rely on, beyond those of the form. */
  fieldsSet?(config: Config): string[];
  /** For a node that ends the run: how the run then ends, unless a step has gone wrong before. */
  runOutcome?(config: Config): 'succeeded' | 'failed';
}

/** What a node works with; everything else about the run is no business of a node. */
export interface NodeRun {
  state: RunState;
  fill: TemplateRenderer;
}

/** What a node without a channel decided. */
export interface Decision {
  /** The port to take; null ends the branch. */
  port: string | null;
  output: unknown;
  changes?: FieldChanges;
  /** When the port is taken, if not at once. */
  wait?: { seconds: number } | { until: Date };
}

export type RenderedRequest = HttpRequest | MailRequest;

/** Secrets may stand in the URL and in headers only. */
export interface HttpRequest<Text = string> {
  channel: 'http';
  method: string;
  url: Text;
  headers: Record<string, Text>;
  body: string;
}

/** The sender is the operator's setting. */
export interface MailRequest {
  channel: 'mail';
  to: string[];
  reply_to: string | null;
  subject: string;
  text: string | null;
  html: string | null;
}

export interface DeliverySettings {
  timeoutMs: number;
  /** Whether an attempt whose outcome is unknown may be repeated, since the receiver can tell a repetition. */
  retryUncertain: boolean;
  /** Whether the request is signed by Standard Webhooks 1.0. */
  isSigned: boolean;
}

/** Why a node failed before anything was sent; ends up as the step's `error_code`. */
export type FailureCode = 'template_failed' | 'invalid_date' | 'invalid_header' | 'rejected_recipient';

/** Thrown by a node that cannot go on; `execution.rules.ts` turns it into a value. */
export class NodeFailure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
  ) {
    super(message);
  }
}
