import type { McpServer } from '@modelcontextprotocol/server';
import { addFindForms } from '../find-forms.js';
import type { Session } from '../session.js';
import { addExplainRun } from './explain-run.js';
import { addSubmissionTools } from './submissions.js';

/** Adds the tools of an agent that reads what visitors have sent. None of them writes. */
export function addReadTools(server: McpServer, session: Session): void {
  addFindForms(server, session);
  addSubmissionTools(server, session);
  addExplainRun(server, session);
}
