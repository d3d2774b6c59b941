import { findDefinitions } from '../definition/definition-file.js';
import { Fault, lineOf } from '../faults.js';
import { plain } from '../plain.js';
import { tellMistakes } from '../plan/plan-command.js';
import { planDefinitions } from '../plan/plan-definitions.js';
import { planLines } from '../plan/plan-output.js';
import type { FormPlan } from '../plan/plan.types.js';
import { showProgress } from '../progress.js';
import { connect, type Service } from '../service/connection.js';
import { isInteractive, print, type Run } from '../terminal.js';
import type { ApplyOptions } from './apply-command.js';
import { applyPlan, type Outcome } from './apply-plan.js';
import { ask } from './ask.js';
import { outcomeDocument, outcomeLines, outcomeSum } from './outcome-text.js';
import { requireRights } from './rights.js';
import { TokenFile } from './token-file.js';

/** Plans definitions, tells the plans, and carries them out. A mistake in one file does not hold up the others. */
export async function applyFiles(files: readonly string[], options: ApplyOptions, run: Run): Promise<void> {
  const paths = findDefinitions(files, run.terminal);
  if (options.json && !options.yes) throw new Fault('With --json nobody can be asked: add --yes.');
  const service = await connect(options, run);
  const plans = await planDefinitions(paths, service, options, run);
  const due = plans.filter(({ steps }) => steps.length > 0);
  requireRights(service, due);
  if (!options.json) {
    print(run, options, null, planLines(plans));
    tellMistakes(plans, run);
  }
  const outcomes = due.length > 0 ? await applyAll(due, service, options, run) : [];
  if (due.length > 0 || options.json) print(run, options, outcomeDocument(plans, outcomes), [outcomeSum(plans, outcomes)]);
  if ([...plans, ...outcomes].some(({ mistakes }) => mistakes.length > 0)) run.exitCode = 1;
}

async function applyAll(plans: readonly FormPlan[], service: Service, options: ApplyOptions, run: Run): Promise<Outcome[]> {
  await requireConsent(options, run);
  const token = options.tokenFile === undefined ? null : tokenFileFor(plans, options.tokenFile, run);
  const outcomes: Outcome[] = [];
  try {
    for (const plan of plans) {
      const progress = showProgress(plain(`${plan.file.path}: step`), plan.steps.length, run.terminal);
      const outcome = await applyPlan(plan, { service, terminal: run.terminal, token, onStep: () => progress.step() });
      progress.end();
      outcomes.push(outcome);
      if (!options.json) tell(outcome, run);
    }
  } finally {
    token?.end();
  }
  return outcomes;
}

function tokenFileFor(plans: readonly FormPlan[], path: string, { terminal }: Run): TokenFile {
  const created = plans.filter(({ action }) => action !== 'update').length;
  if (created !== 1) throw new Fault(`--token-file is for the token of one form that is created, and here ${created} are.`);
  return TokenFile.make(path, terminal);
}

function tell(outcome: Outcome, run: Run): void {
  print(run, {}, null, outcomeLines(outcome).map(plain));
  for (const mistake of outcome.mistakes) run.terminal.stderr.write(`${plain(lineOf(mistake))}\n`);
}

/** Throws a `Fault` where nobody has said yes. */
async function requireConsent({ yes }: ApplyOptions, { terminal }: Run): Promise<void> {
  if (yes) return;
  if (!isInteractive(terminal)) throw new Fault('Nothing is done without a yes: add --yes.');
  const answer = await ask('Apply these changes? yes/no: ', terminal);
  if (!['yes', 'y'].includes(answer.toLowerCase())) throw new Fault('Nothing was done.');
}
