import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { checkDefinition } from '../../check/check-definition.js';
import { newDefinitionText } from '../../definition/new-definition.js';
import { Fault } from '../../faults.js';
import { planForm } from '../../plan/plan-definitions.js';
import { planLines } from '../../plan/plan-output.js';
import type { Change } from '../../plan/plan.types.js';
import { newName } from '../../pull/form-file.js';
import { withoutSecrets } from '../../pull/secret-variables.js';
import { definitionOfService, withSections } from '../../pull/served-definition.js';
import type { ServiceForm } from '../../service/service-form.js';
import type { Run } from '../../terminal.js';
import type { Session } from '../session.js';
import { addTool, formId, READS } from '../tool.js';
import { definitionText, fileOf, formOf, MOST_CHARACTERS } from './definition-text.js';
import { withKeptValues } from './kept-values.js';

const READ = z.strictObject({ form_id: formId });
const CHECK = z.strictObject({ definition: definitionText });
const PLAN = z.strictObject({ definition: definitionText, form_id: formId.optional().describe('A new form without it') });

/** Adds the tools that read the definition of a form, and that judge another one. */
export function addDefinitionTools(server: McpServer, session: Session): void {
  const read = { name: 'read_form', description: 'Reads a form as a definition in YAML, with the draft.', input: READ, annotations: READS };
  addTool(server, session, read, async ({ form_id }, signal) => textOf(await formOf(session, form_id, signal)));

  const check = { name: 'check_definition', description: 'Finds mistakes in a definition, by line.', input: CHECK, annotations: READS };
  addTool(server, session, check, async ({ definition }) => {
    const { mistakes } = checkDefinition(fileOf(definition), null);
    if (mistakes.length > 0) throw new Fault(mistakes);
    return 'No mistakes.';
  });

  const plan = { name: 'plan_definition', description: 'Tells what a definition would change.', input: PLAN, annotations: READS };
  addTool(server, session, plan, async ({ definition, form_id }, signal) => {
    const form = form_id === undefined ? null : await formOf(session, form_id, signal);
    const file = withKeptValues(fileOf(definition), form?.content ?? null);
    const replaceDraft = form !== null && session.savedDrafts.get(form.id) === form.workflow?.state.draft.revision;
    const entry = form && { formId: form.id };
    const planned = await planForm(file, session.service, { create: true, replaceDraft }, withoutEnvironment(session.run), entry);
    if (planned.mistakes.length > 0) throw new Fault(planned.mistakes);
    return planLines([{ ...planned, changes: planned.changes.map(withoutNumbers) }]).join('\n');
  });
}

/** Variables of the environment are for the commands of people: an agent that fills in one could have it shown elsewhere. */
export const withoutEnvironment = (run: Run): Run => ({ ...run, terminal: { ...run.terminal, env: {} } });

/** Numbers of submissions are no concern of an agent that builds. */
const withoutNumbers = (change: Change): Change =>
  change.sign === '-' && change.subject.startsWith('fields ') ? { ...change, note: 'submissions keep its values' } : change;

/** The definition as `pull` writes it. Notes come as comments, so that all of it is one text. */
function textOf(form: ServiceForm): string {
  const served = definitionOfService(form);
  const { definition, variables } = withoutSecrets(
    withSections(served.definition, null),
    newName(form.form.name, () => false),
    [],
  );
  const kept = variables.map(({ name, subject }) => `${name} stands for ${subject}, which stays as it is while the variable stands there`);
  const text = [...[...served.notes, ...kept].map((note) => `# ${note}`), newDefinitionText(definition, 'yaml')].join('\n');
  if (text.length <= MOST_CHARACTERS) return text;
  throw new Fault(
    `The definition has ${text.length} characters, which are too many for an answer. "form-collection pull" writes it to a file.`,
  );
}
