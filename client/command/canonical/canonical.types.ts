import type { FieldDefinition } from '../../../src/forms/definition/field.types.js';
import type { WorkflowEdge, WorkflowNode } from '../../src/index.js';
import type { SectionName } from '../service/service-document.js';

/** A form in the one way to write it, in which definitions and forms of a service are compared. Members that are not managed are absent. */
export interface CanonicalForm {
  name?: string;
  status?: 'enabled' | 'disabled';
  allowed_origins?: string[];
  validate_fields?: boolean;
  notifications_enabled?: boolean;
  /** In their order. */
  fields?: CanonicalField[];
  /** Each section that is managed, with all members that have no default left out. */
  settings: Partial<Record<SectionName, Record<string, unknown>>>;
  workflow?: CanonicalWorkflow;
}

/** Every member is there; the definition's `was` is not. */
export type CanonicalField = FieldDefinition;

/** Without members that have their default. Its `schema_version` is 1. */
export interface CanonicalWorkflow {
  nodes: WorkflowNode[];
  edges: WorkflowEdge[];
}
