/** The codes of errors that keep a definition of valid structure from being published or tested. */
export const PUBLISH_CODES = [
  'no_trigger',
  'multiple_triggers',
  'invalid_config',
  'unknown_port',
  'cycle',
  'unreachable_node',
  'unknown_field',
  'unknown_option',
  'unknown_path',
  'unknown_secret',
  'blocked_url',
  'host_not_allowed',
  'untrusted_recipient',
  'copy_not_allowed',
  'no_destination',
] as const;

export type PublishCode = (typeof PUBLISH_CODES)[number];

/** An entry of `details.items` when publishing or testing is refused; members that do not apply are null. */
export interface PublishError {
  code: PublishCode;
  message: string;
  node_id: string | null;
  edge_id: string | null;
  /** The member of the node or edge, for example `config.where.all.0.field`. */
  path: string | null;
}

export type ConfigErrorCode = Extract<
  PublishCode,
  | 'invalid_config'
  | 'unknown_field'
  | 'unknown_option'
  | 'unknown_path'
  | 'unknown_secret'
  | 'blocked_url'
  | 'untrusted_recipient'
  | 'copy_not_allowed'
>;

/** An error in the config of a node, at a dot path that begins with `config`. */
export interface ConfigError {
  code: ConfigErrorCode;
  path: string;
  message: string;
}

/** The options of a field whose values are restricted to them. */
export interface FieldOptionsOf {
  values: ReadonlySet<string>;
  /** True for a field of lists, whose entries are the options. */
  isList: boolean;
}

export interface PublishContext {
  fieldNames: ReadonlySet<string>;
  /** The names of fields of the type `file`, whose content a workflow does not read. */
  fileFieldNames: ReadonlySet<string>;
  /** The names of text fields with the preset `email`, to which a mail may go. */
  emailFieldNames?: ReadonlySet<string>;
  /** True while the form asks so much of visitors that a mail to the address in this field may repeat all that was submitted. */
  allowsCopy?: (field: string | null) => boolean;
  /** The fields whose values are restricted to options; absent where the form does not check values. */
  options?: ReadonlyMap<string, FieldOptionsOf>;
  secretNames: ReadonlySet<string>;
  /** The reason why the egress policy blocks the URL, as far as that is known without resolving its host; else null. */
  blockedUrlReason(url: string): string | null;
}

/** The context of one node, which includes the nodes before it and the fields that they set. */
export interface NodeContext extends PublishContext {
  upstreamIds: ReadonlySet<string>;
}
