/**
 * What a node sees of its run. The names are those that templates and conditions use (`submission.source`,
 * `fields.email`, `nodes.crm.output.status`), so that a path means the same everywhere.
 */
export interface RunState {
  submission: {
    /** Null in a test that did not start from a stored submission. */
    id: string | null;
    source: string;
    /** RFC 3339 in UTC with milliseconds. */
    received_at: string;
    has_files: boolean;
    file_count: number;
  };
  form: { id: string; name: string };
  /** The version is null when a draft is tested. */
  run: { id: string; workflow_version: number | null };
  /** The submitted fields with the changes of all transforms before this node. */
  fields: Readonly<Record<string, unknown>>;
  /** The outputs of the nodes before this one that have run. */
  nodes: Readonly<Record<string, { output: unknown }>>;
}

/** The members that a path may name below each root; below `fields` and `nodes` the form and the graph decide. */
export const STATE_MEMBERS: Readonly<Record<'submission' | 'form' | 'run', readonly string[]>> = {
  submission: ['id', 'source', 'received_at', 'has_files', 'file_count'],
  form: ['id', 'name'],
  run: ['id', 'workflow_version'],
};

/** What a transform does to the fields of the nodes behind it. */
export interface FieldChanges {
  /** Start from no fields instead of those that arrived. */
  replace: boolean;
  set: Record<string, unknown>;
  remove: string[];
}
