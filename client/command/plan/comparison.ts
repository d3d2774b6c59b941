import type { CanonicalForm } from '../canonical/canonical.types.js';
import type { DefinitionFile } from '../definition/definition-file.js';
import type { FormDefinition } from '../definition/definition.types.js';
import type { Mistake } from '../faults.js';
import type { ServiceDocument } from '../service/service-document.js';
import type { ServiceForm } from '../service/service-form.js';
import type { Change, PlanOptions, Step } from './plan.types.js';

/** A definition and the form that it is compared with. */
export interface Comparison {
  file: DefinitionFile;
  /** With the values of variables. */
  definition: FormDefinition;
  wanted: CanonicalForm;
  /** Null for a form that is created. */
  form: ServiceForm | null;
  document: ServiceDocument;
  options: PlanOptions;
}

/** The result of comparing a part of a form. */
export interface Part {
  changes: Change[];
  steps: Step[];
  mistakes: Mistake[];
}

export const nothing = (): Part => ({ changes: [], steps: [], mistakes: [] });
