import type { Command } from 'commander';
import { findDefinitions } from '../definition/definition-file.js';
import { lineOf } from '../faults.js';
import { plain } from '../plain.js';
import { connect, type ConnectionOptions, withConnection } from '../service/connection.js';
import { JSON_OPTION, print, type PrintOptions, type Run } from '../terminal.js';
import { planDefinitions } from './plan-definitions.js';
import { planDocument, planLines } from './plan-output.js';
import type { FormPlan, PlanOptions } from './plan.types.js';

type Options = ConnectionOptions & PrintOptions & Pick<PlanOptions, 'count' | 'replaceDraft' | 'reactivate' | 'recreate'>;

export function addPlanCommand(program: Command, run: Run): void {
  const command = program
    .command('plan')
    .argument('[files...]', 'definitions, or folders of them; by default the folder forms')
    .description('Tells what apply would do; nothing is written.')
    .option('--count', 'count the values of fields that retire')
    .option('--replace-draft', 'plan to replace a draft that somebody has begun in the console')
    .option('--reactivate', 'plan to publish again, which enables destinations that were disabled')
    .option('--recreate', 'plan to make forms anew that are gone')
    .option(...JSON_OPTION);
  withConnection(command).action((files: string[], options: Options) => plan(files, options, run));
}

async function plan(files: readonly string[], options: Options, run: Run): Promise<void> {
  const paths = findDefinitions(files, run.terminal);
  const service = await connect(options, run);
  const plans = await planDefinitions(paths, service, { ...options, create: true }, run);
  print(run, options, planDocument(plans), planLines(plans));
  if (!options.json) tellMistakes(plans, run);
  run.exitCode = plans.some(({ mistakes }) => mistakes.length > 0) ? 1 : plans.some(({ action }) => action !== 'none') ? 2 : 0;
}

/** Writes the mistakes of all plans to standard error, each in a line with its place. */
export function tellMistakes(plans: readonly FormPlan[], { terminal }: Run): void {
  for (const mistake of plans.flatMap(({ mistakes }) => mistakes)) terminal.stderr.write(`${plain(lineOf(mistake))}\n`);
}
