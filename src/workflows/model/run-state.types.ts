/** The state that a node reads. Its names are those of paths in templates and conditions, such as `submission.source`. */
export interface RunState {
  submission: {
    /** Null in a test without a stored submission. */
    id: string | null;
    source: string;
    /** RFC 3339 in UTC with milliseconds. */
    received_at: string;
    has_files: boolean;
    file_count: number;
  };
  form: { id: string; name: string };
  /** The labels of the fields that have one, by name. Nothing that users write can read them. */
  labels: Readonly<Record<string, string>>;
  /** The version is null in a test of a draft. */
  run: { id: string; workflow_version: number | null };
  fields: Readonly<Record<string, unknown>>;
  /** The values under names that no field of the form has. */
  other: Readonly<Record<string, unknown>>;
  /** The outputs of earlier nodes that were executed. */
  nodes: Readonly<Record<string, { output: unknown }>>;
  /** The files of the submission. Only requests that are sent have links that open. */
  files: readonly RunFile[];
}

export interface RunFile {
  id: string;
  field: string;
  filename: string;
  content_type: string;
  size_bytes: number;
  sha256: string;
  /** Serves the file without a key. */
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

/** The members of the fixed roots. Those of `fields` and `nodes` depend on the form and on the graph. */
export const STATE_MEMBERS: Readonly<Record<'submission' | 'form' | 'run', readonly string[]>> = {
  submission: ['id', 'source', 'received_at', 'has_files', 'file_count'],
  form: ['id', 'name'],
  run: ['id', 'workflow_version'],
};

/** The changes of a transform to the fields that later nodes see. */
export interface FieldChanges {
  /** True when the fields before the transform are removed. */
  replace: boolean;
  set: Record<string, unknown>;
  remove: string[];
}
