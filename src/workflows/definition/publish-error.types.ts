/** Everything that can keep a definition of sound structure from being published or tested. */
export const PUBLISH_CODES = [
  'no_trigger',
  'multiple_triggers',
  'invalid_config',
  'unknown_port',
  'cycle',
  'unreachable_node',
  'unknown_field',
  'unknown_path',
  'unknown_secret',
  'blocked_url',
  'no_destination',
] as const;

export type PublishCode = (typeof PUBLISH_CODES)[number];

/** One entry of `details.items` in the refusal of a publish or test; members that do not apply are null. */
export interface PublishError {
  code: PublishCode;
  message: string;
  node_id: string | null;
  edge_id: string | null;
  /** Where in the node or edge, for example `config.where.all.0.field`. */
  path: string | null;
}

export type ConfigErrorCode = Extract<
  PublishCode,
  'invalid_config' | 'unknown_field' | 'unknown_path' | 'unknown_secret' | 'blocked_url'
>;

/** One thing that is wrong with the config of a node, at a dot path that begins with `config`. */
export interface ConfigError {
  code: ConfigErrorCode;
  path: string;
  message: string;
}

/** What surrounds a workflow and has to be known in order to judge it. */
export interface PublishContext {
  /** The names of the form's active fields. */
  fieldNames: ReadonlySet<string>;
  /** The names of the secrets that the operator has set for the account. */
  secretNames: ReadonlySet<string>;
  /** Whether the service refuses to call this address, as far as can be told without looking up its name. */
  isBlockedUrl(url: string): boolean;
}

/** What a node may refer to: the surroundings of the workflow and the nodes before this one. */
export interface NodeContext extends PublishContext {
  upstreamIds: ReadonlySet<string>;
}
