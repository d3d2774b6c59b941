import type { McpServer } from '@modelcontextprotocol/server';
import { addFindForms } from '../find-forms.js';
import type { Session } from '../session.js';
import { addCreateForm } from './create-form.js';
import { addDefinitionTools } from './definitions.js';
import { addSaveDraft } from './save-draft.js';
import { addTestWorkflow } from './test-workflow.js';

/** Adds the tools of an agent that builds forms. None of them reads what visitors have sent, and none publishes, enables or deletes. */
export function addBuildTools(server: McpServer, session: Session): void {
  addFindForms(server, session);
  addDefinitionTools(server, session);
  addSaveDraft(server, session);
  addCreateForm(server, session);
  addTestWorkflow(server, session);
}
