/** The state that a node reads. Templates and conditions refer to its members by paths such as `submission.source`. */
export interface RunState {
  submission: {
    /** Null in a test without a stored submission. */
    id: string | null;
    source: string;
    /** RFC 3339 in UTC with milliseconds. */
    received_at: string;
    has_files: boolean;
    /** True if the visitor had confirmed the address when the run began. */
    address_confirmed: boolean;
    file_count: number;
  };
  form: { id: string; name: string };
  /** The labels of fields, or their names where they have none, by name and in the order of the form. Templates and conditions cannot read them. */
  labels: Readonly<Record<string, string>>;
  /** The defaults of the form for mails to its visitors. Templates and conditions cannot read it. */
  visitor_mails?: VisitorMailDefaults;
  /** The version is null in a test of a draft. */
  run: { id: string; workflow_version: number | null };
  fields: Readonly<Record<string, unknown>>;
  /** The values under names that no field of the form has. */
  other: Readonly<Record<string, unknown>>;
  /** The names of further such values, which are beyond the limits and were not kept. */
  other_values_dropped?: readonly string[];
  nodes: Readonly<Record<string, { output: unknown }>>;
  /** The files of the submission. Their links are masked, except in requests that are sent. */
  files: readonly RunFile[];
}

export interface VisitorMailDefaults {
  from_name: string;
  /** The only recipient of the form's notifications; null for none or several. */
  reply_to: string | null;
  /** The fields as they were submitted, for `submission.copy`; null where the form does not allow it. */
  submitted: Readonly<Record<string, unknown>> | null;
  /** The only field to whose address the copy may go, since the visitor has confirmed it; null for any. */
  copied_to: string | null;
}

export interface RunFile {
  id: string;
  field: string;
  filename: string;
  content_type: string;
  size_bytes: number;
  sha256: string;
  /** A link that opens the file without an API key. */
  url: string;
  /** RFC 3339; null when the link is masked. */
  url_expires_at: string | null;
}

export const FILE_MEMBERS: readonly string[] = [
  'id',
  'field',
  'filename',
  'content_type',
  'size_bytes',
  'sha256',
  'url',
  'url_expires_at',
] satisfies (keyof RunFile)[];

/** The fixed members of three roots of paths. The members of `fields` and `nodes` depend on the form and on the graph. */
export const STATE_MEMBERS: Readonly<Record<'submission' | 'form' | 'run', readonly string[]>> = {
  submission: ['id', 'source', 'received_at', 'has_files', 'file_count', 'address_confirmed'],
  form: ['id', 'name'],
  run: ['id', 'workflow_version'],
};

/** The changes of a transform to the fields that later nodes see. */
export interface FieldChanges {
  /** True removes all fields that `set` does not contain. */
  replace: boolean;
  set: Record<string, unknown>;
  remove: string[];
}
