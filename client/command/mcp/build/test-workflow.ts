import { setTimeout as pause } from 'node:timers/promises';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Client, etagOf, type Run } from '../../../src/index.js';
import { linesOfRun } from '../run-words.js';
import type { Session } from '../session.js';
import { addTool, formId } from '../tool.js';

const LONGEST_WAIT_MS = 30_000;
const PAUSE_MS = 500;
const INPUT = z.strictObject({ form_id: formId });
const OPEN: readonly string[] = ['pending', 'running', 'blocked_insufficient_compute_points', 'blocked_plan_limits'];

/** Adds a tool that runs the draft with made-up values. Its destinations render what they would send, and send nothing. */
export function addTestWorkflow(server: McpServer, session: Session): void {
  const { client } = session.service;
  const description = 'Runs the draft with made-up values and tells its steps. Nothing is sent.';
  const annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
  addTool(server, session, { name: 'test_workflow', description, input: INPUT, annotations }, async ({ form_id: form }, signal) => {
    const headers = { 'If-Match': etagOf(await client.getWorkflow({ path: { form } }, { signal }))! };
    const { data } = await client.testWorkflow({ path: { form }, headers, body: { source: 'sample' } }, { signal });
    const run = await ended(client, { form, run: data.run_id }, signal);
    const rest = OPEN.includes(run.status) ? [`It goes on. Its steps were looked at for ${LONGEST_WAIT_MS / 1000} seconds.`] : [];
    return [...linesOfRun(run), ...rest].join('\n');
  });
}

/** Reads a run again and again until it has ended, or for as long as an agent may wait. */
async function ended(client: Client, path: { form: string; run: string }, signal: AbortSignal): Promise<Run> {
  for (const end = performance.now() + LONGEST_WAIT_MS; ; await pause(PAUSE_MS, undefined, { signal })) {
    const { data } = await client.getWorkflowRun({ path }, { signal });
    if (!OPEN.includes(data.status) || performance.now() > end) return data;
  }
}
