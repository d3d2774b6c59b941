import type { CreateFieldInput, WorkflowEdge, WorkflowNode } from '../../src/index.js';
import type { SectionName } from '../service/service-document.js';

/** A form as a file has it (`form.schema.json`). What is left out is not managed; `[]` and `{}` are explicit. */
export interface FormDefinition {
  name: string;
  status?: 'enabled' | 'disabled';
  allowed_origins?: string[];
  validate_fields?: boolean;
  notifications_enabled?: boolean;
  /** In their order. */
  fields?: FieldOfFile[];
  /** Within a section, a member that is left out has its default. */
  settings?: Partial<Record<SectionName, Record<string, unknown>>>;
  workflow?: { nodes: WorkflowNode[]; edges: WorkflowEdge[] };
  /** True when the workflow is published, and not only saved as the draft. */
  publish?: boolean;
}

export type FieldOfFile = CreateFieldInput & {
  /** The former name, which a rename takes from. */
  was?: string;
};

/** A place in a definition: the names of members and the indexes of entries that lead to it. */
export type Path = readonly (string | number)[];
