import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { faultOfStep } from '../../apply/step-faults.js';
import { canonicalWorkflow } from '../../canonical/canonical.js';
import { checkDefinition } from '../../check/check-definition.js';
import type { DefinitionFile } from '../../definition/definition-file.js';
import type { FormDefinition } from '../../definition/definition.types.js';
import { Fault } from '../../faults.js';
import { isSame } from '../../objects.js';
import type { ServiceForm, ServiceWorkflow } from '../../service/service-form.js';
import type { Session } from '../session.js';
import { addTool, formId } from '../tool.js';
import { definitionText, fileOf, formOf } from './definition-text.js';
import { withKeptValues } from './kept-values.js';

const INPUT = z.strictObject({ form_id: formId, definition: definitionText.describe('All else than its workflow is left out') });

/** Adds a tool that saves the workflow of a definition as the draft of a form. It publishes nothing. */
export function addSaveDraft(server: McpServer, session: Session): void {
  const description = 'Saves the workflow of a definition as the draft of a form. A person publishes it.';
  const annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  addTool(server, session, { name: 'save_draft', description, input: INPUT, annotations }, async (input, signal) => {
    const form = await formOf(session, input.form_id, signal);
    const file = withKeptValues(fileOf(input.definition), form.content);
    const definition = soundDefinition(file);
    const workflow = canonicalWorkflow(definition.workflow!);
    const present = form.workflow!;
    if (isSame(present.draft, workflow)) return `This is the draft already, in revision ${present.state.draft.revision}.`;
    if (isOfSomebody(form, present, session)) throw new Fault({ message: CONFLICT, place: file.placeOf(['workflow']) });
    const revision = await save(session, form, { file, definition });
    session.savedDrafts.set(form.id, revision);
    return `Saved as revision ${revision} of the draft. It is not published.`;
  });
}

const CONFLICT =
  'The form has a draft that somebody else has changed since its last publishing. A person publishes it, or goes back to the published version, in the console.';

function soundDefinition(file: DefinitionFile): FormDefinition {
  const { definition, mistakes } = checkDefinition(file, {});
  if (definition === null) throw new Fault(mistakes);
  if (definition.workflow === undefined) throw new Fault({ message: 'The definition has no workflow.', place: file.placeOf([]) });
  return definition;
}

/** True for a draft that would be lost: neither published, nor that of a new form, nor saved by this agent. */
function isOfSomebody({ id }: ServiceForm, { state, draft, published }: ServiceWorkflow, { savedDrafts }: Session): boolean {
  if (savedDrafts.get(id) === state.draft.revision) return false;
  return published ? !isSame(draft, published) : state.draft.revision > 1;
}

/** Resolves with the new revision of the draft. */
async function save(
  { service: { client } }: Session,
  { id, workflow: present }: ServiceForm,
  { file, definition }: { file: DefinitionFile; definition: FormDefinition },
): Promise<number> {
  const workflow = canonicalWorkflow(definition.workflow!);
  try {
    const body = { definition: { schema_version: 1 as const, ...workflow } };
    const { data } = await client.replaceWorkflowDraft({ path: { form: id }, headers: { 'If-Match': present!.etag }, body });
    return data.draft.revision;
  } catch (error) {
    throw faultOfStep(error, { kind: 'save_draft', workflow }, file, definition);
  }
}
