import { createHash } from 'node:crypto';
import type { Step } from '../plan/plan.types.js';
import type { Service } from '../service/connection.js';
import type { FormState } from './form-state.js';

/** The steps that change a form that is there. */
export type Edit = Exclude<Step, { kind: 'create_form' }>;

/** Sends a step on condition that nobody has changed the form since its tag. Resolves with the reply. */
export async function sendStep({ client }: Service, step: Edit, state: FormState, idempotencyKey: string): Promise<object> {
  const path = { form: state.id };
  const headers = { 'If-Match': state.etag };
  const ofWorkflow = { path, headers: { 'If-Match': state.workflowEtag } };
  const ofField = (name: string) => ({ path: { ...path, field: idOf(name, state) }, headers });
  switch (step.kind) {
    case 'update_form':
      return client.updateForm({ path, headers, body: step.patch });
    case 'create_field':
      return client.createField({ path, headers, body: step.field }, { idempotencyKey });
    case 'update_field':
      return client.updateField({ ...ofField(step.name), body: step.patch });
    case 'reorder_fields':
      return client.reorderFields({ path, headers, body: { order: step.names.map((name) => idOf(name, state)) } });
    case 'update_settings':
      return client.updateFormSettings({ path, headers, body: step.patch });
    case 'save_draft':
      return client.replaceWorkflowDraft({ ...ofWorkflow, body: { definition: { schema_version: 1, ...step.workflow } } });
    case 'publish':
      return client.publishWorkflow(ofWorkflow, { idempotencyKey });
    case 'delete_field':
      return client.deleteField(ofField(step.name));
  }
}

function idOf(name: string, { fieldIds }: FormState): string {
  const id = fieldIds.get(name);
  if (id === undefined) throw new Error(`no field ${name} is left`);
  return id;
}

/** The key of a step, by which its repetition is told from another step, and from the same one at another time. */
export const keyOf = (plan: readonly Step[], index: number, { id, etag, workflowEtag }: FormState): string =>
  createHash('sha256')
    .update(JSON.stringify([id, plan, index, etag, workflowEtag]))
    .digest('hex');
