/**
 * The state of a run that a node can read. The names are those of paths in templates and conditions (`submission.source`,
 * `fields.email`, `nodes.crm.output.status`).
 */
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
  /** The version is null in a test of a draft. */
  run: { id: string; workflow_version: number | null };
  /** The submitted fields with the changes of earlier transforms. */
  fields: Readonly<Record<string, unknown>>;
  /** The outputs of earlier nodes that were executed. */
  nodes: Readonly<Record<string, { output: unknown }>>;
}

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
