import type { CanonicalField, CanonicalForm, CanonicalWorkflow } from '../canonical/canonical.types.js';
import type { DefinitionFile } from '../definition/definition-file.js';
import type { FormDefinition } from '../definition/definition.types.js';
import type { Mistake } from '../faults.js';
import type { ServiceForm } from '../service/service-form.js';

/** One difference between a definition and the form of the service, as people are told. No value of a variable is in it. */
export interface Change {
  sign: '+' | '~' | '-';
  /** Its place, with the names of fields and the ids of nodes instead of indexes: `fields email label`, `settings page title`. */
  subject: string;
  before?: unknown;
  after?: unknown;
  /** A consequence that its author may not expect, as a clause: the data that it touches, a new signing secret. */
  note?: string;
}

/** One request of the API. The steps of a plan are in the order in which they are sent, each with the tag of the reply before it. */
export type Step =
  | { kind: 'create_form'; form: CanonicalForm }
  | { kind: 'update_form'; patch: Pick<CanonicalForm, 'name' | 'status' | 'allowed_origins' | 'validate_fields' | 'notifications_enabled'> }
  | { kind: 'create_field'; field: CanonicalField }
  | { kind: 'update_field'; name: string; patch: Partial<CanonicalField> }
  /** All fields, by the names that they have then; those that are deleted later are the last. */
  | { kind: 'reorder_fields'; names: string[] }
  /** A merge patch: null sets a default. */
  | { kind: 'update_settings'; patch: Record<string, Record<string, unknown>> }
  | { kind: 'save_draft'; workflow: CanonicalWorkflow }
  | { kind: 'publish' }
  | { kind: 'delete_field'; name: string };

/** The work of `apply` for one file. */
export interface FormPlan {
  file: DefinitionFile;
  /** Null where the file has mistakes. */
  definition: FormDefinition | null;
  /** The definition in its canonical form, with the values of variables. */
  wanted: CanonicalForm | null;
  action: 'create' | 'recreate' | 'update' | 'none';
  /** Null for a form that is created. */
  form: ServiceForm | null;
  changes: Change[];
  /** Empty where there are mistakes. */
  steps: Step[];
  /** Sentences about what is not changed: drift, members that this package does not know. */
  notes: string[];
  /** Reasons why nothing can be done for this file. */
  mistakes: Mistake[];
}

export interface PlanOptions {
  /** Counts the values of fields that retire, which needs `submissions:read`. */
  count?: boolean;
  /** Leaves out the numbers of submissions, for readers who must not learn them. */
  withoutNumbers?: boolean;
  /** Creates forms of files without an entry in the lock file. At a terminal, this is asked. */
  create?: boolean;
  recreate?: boolean;
  replaceDraft?: boolean;
  /** Publishes again although nothing has changed, so that destinations that were disabled get submissions again. */
  reactivate?: boolean;
}
