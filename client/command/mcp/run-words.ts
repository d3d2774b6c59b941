import { causeOf } from '../../../console/src/causes.rules.js';
import { problemOf } from '../../../console/src/problems.rules.js';
import { titleOf } from '../../../console/src/views/workflow/words.rules.js';
import type { Run, RunStep } from '../../src/index.js';
import { plain } from '../plain.js';

/** Tells a run in a line, and each step that it has reached. No value of a visitor and no answer of a receiver is in it. */
export function linesOfRun(run: Run): string[] {
  const of = run.run_kind === 'test' ? 'test of the draft' : `version ${run.workflow_version} for submission ${run.submission_id}`;
  const code = run.error_code ? ` (${run.error_code})` : '';
  return [`Run ${run.id}, ${of}: ${run.status}${code}`, ...run.steps.map((step) => plain(lineOfStep(step, run)))];
}

function lineOfStep(step: RunStep, run: Run): string {
  const node = run.definition.nodes.find(({ id }) => id === step.node_id);
  const title = node ? titleOf(node) : step.node_type;
  const attempts = step.attempt_count > 1 ? ` after ${step.attempt_count} attempts` : '';
  return `- ${step.node_id} (${step.node_type}, ${title}): ${step.status}${attempts}${wordsOfCause(step, run)}`;
}

/** The cause without the parts of it that templates fill with values. */
function wordsOfCause(step: RunStep, run: Run): string {
  if (step.status !== 'failed' && step.status !== 'uncertain') return step.error_code ? ` (${step.error_code})` : '';
  const { what, remedy } = causeOf({ ...problemOf(step, run), message: null, recipients: null, subject: null, response_excerpt: null });
  return ` (${step.error_code ?? 'no code'}). ${what}. ${remedy}`;
}
