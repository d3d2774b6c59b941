import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { problemsOf } from '../../../../console/src/problems.rules.js';
import type { Client, Run } from '../../../src/index.js';
import { Fault } from '../../faults.js';
import { linesOfRun } from '../run-words.js';
import type { Session } from '../session.js';
import { addTool, formId, READS } from '../tool.js';
import { visitorBlock } from './visitor-block.js';

const INPUT = z.strictObject({
  form_id: formId,
  run_id: formId.optional(),
  submission_id: formId.optional().describe('Its newest run, in place of run_id'),
});
const LONGEST_TEXT = 2_000;

/** Adds a tool that says what became of a submission in the workflow. */
export function addExplainRun(server: McpServer, session: Session): void {
  const { client } = session.service;
  const description = 'Explains a workflow run: its steps, why one failed, and what a person can do.';
  addTool(server, session, { name: 'explain_run', description, input: INPUT, annotations: READS }, async (input, signal) => {
    const run = await readRun(client, input, signal);
    const texts = textsOf(run);
    return [...linesOfRun(run), ...(texts.length > 0 ? [visitorBlock(texts, LONGEST_TEXT)] : [])].join('\n');
  });
}

async function readRun(client: Client, { form_id: form, run_id, submission_id }: z.infer<typeof INPUT>, signal: AbortSignal): Promise<Run> {
  if (!run_id === !submission_id) throw new Fault('Give either run_id or submission_id.');
  const run = run_id ?? (await newestRun(client, form, submission_id!, signal));
  return (await client.getWorkflowRun({ path: { form, run } }, { signal })).data;
}

async function newestRun(client: Client, form: string, submission: string, signal: AbortSignal): Promise<string> {
  const query = { submission_id: submission, limit: 1 };
  const { data } = await client.listWorkflowRuns({ path: { form }, query }, { signal });
  if (!data[0]) throw new Fault('This submission has no run: the form had no published workflow when it came, or keeps runs no longer.');
  return data[0].id;
}

/** The texts of visitors and receivers in the problems of a run. */
const textsOf = (run: Run): object[] =>
  problemsOf(run)
    .map(({ name, channel_type, message, recipients, subject, response_excerpt }) => {
      const texts = Object.entries({ message, recipients, subject, response_excerpt }).filter(([, text]) => text);
      return { step: name ?? channel_type, ...Object.fromEntries(texts) };
    })
    .filter((texts) => Object.keys(texts).length > 1);
