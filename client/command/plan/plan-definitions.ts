import { dirname } from 'node:path';
import { canonicalOfDefinition } from '../canonical/canonical.js';
import { checkDefinition, type CheckedDefinition } from '../check/check-definition.js';
import { type DefinitionFile, parseDefinition, readDefinition } from '../definition/definition-file.js';
import type { FormDefinition } from '../definition/definition.types.js';
import { faultOf, type Mistake } from '../faults.js';
import type { LockEntry } from '../lock-file.js';
import { showProgress } from '../progress.js';
import { requireScopes, type Service } from '../service/connection.js';
import { readServiceForm } from '../service/service-form.js';
import { sideBySide } from '../side-by-side.js';
import type { Run } from '../terminal.js';
import { compareForm } from './compare-form.js';
import { withCounts } from './field-counts.js';
import { notesOf } from './plan-notes.js';
import { entryOf, findTarget, type Planning } from './plan-target.js';
import type { FormPlan, PlanOptions } from './plan.types.js';
import { withoutVariables } from './shown-values.js';

const MOST_AT_A_TIME = 6;

interface CheckedFile extends CheckedDefinition {
  file: DefinitionFile;
}

/**
 * Plans files. A mistake in one does not hold up the others: it is in the plan of that file. Throws a `Fault` when the key lacks a scope, before
 * anything is asked.
 */
export async function planDefinitions(paths: readonly string[], service: Service, options: PlanOptions, run: Run): Promise<FormPlan[]> {
  const checked = paths.map((path) => checkedFile(readable(path, run), run));
  requireScopes(service, scopesFor(checked, options));
  const planning = planningOf(service, options, run);
  const progress = showProgress('Planned', paths.length, run.terminal);
  const plans = await sideBySide(checked, atATime(service), async (each) => {
    const twin = checked.find(({ file }) => file.path !== each.file.path && isTwin(file, each.file));
    const plan = twin ? withMistakes(each, [twoOfOneName(each.file, twin.file)]) : await planChecked(each, planning);
    progress.step();
    return plan;
  });
  progress.end();
  return plans.map((plan, index) => {
    const earlier = plans.slice(0, index).find((each) => isSameNewForm(each, plan));
    return earlier ? withMistakes(plan, [twoOfOneForm(plan, earlier)]) : plan;
  });
}

/** Plans one definition, which need not be in a file. By default its form is the one of the lock file beside it. */
export async function planForm(
  file: DefinitionFile,
  service: Service,
  options: PlanOptions,
  run: Run,
  entry?: LockEntry | null,
): Promise<FormPlan> {
  const checked = checkedFile(file, run);
  requireScopes(service, scopesFor([checked], options));
  return planChecked(checked, planningOf(service, options, run), entry);
}

/** A file that cannot be read has its reason as a mistake. */
function readable(path: string, run: Run): DefinitionFile {
  try {
    return readDefinition(path, run.terminal);
  } catch (error) {
    return { ...parseDefinition(path, ''), mistakes: [...faultOf(error).mistakes] };
  }
}

const checkedFile = (file: DefinitionFile, { terminal }: Run): CheckedFile => ({ ...checkDefinition(file, terminal.env), file });

const scopesFor = (checked: readonly CheckedFile[], { count }: PlanOptions): string[] => [
  'forms:read',
  ...(checked.some(({ definition }) => definition?.workflow !== undefined) ? ['workflows:read'] : []),
  ...(count ? ['submissions:read'] : []),
];

function planningOf(service: Service, options: PlanOptions, run: Run): Planning {
  let forms: Promise<Map<string, string>> | undefined;
  return { service, options, run, formsByName: () => (forms ??= formsByName(service)), locks: new Map() };
}

/** Of several forms with one name, the newest. */
async function formsByName({ client }: Service): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for await (const { name, id } of client.listForms.items({ query: { limit: 50 } })) if (!ids.has(name.trim())) ids.set(name.trim(), id);
  return ids;
}

/** As many at a time as get through after a second of waiting at the limits of the key, since each is repeated only some times. */
function atATime({ capabilities: { rate_limits: limits } }: Service): number {
  const perMinute = Math.min(limits.read_per_minute, limits.user_aggregate_per_minute);
  return Math.min(MOST_AT_A_TIME, Math.max(1, Math.floor(perMinute / 60)));
}

async function planChecked(first: CheckedFile, planning: Planning, entry?: LockEntry | null): Promise<FormPlan> {
  const { file } = first;
  try {
    const checked = first.definition === null ? await checkedBesideForm(first, planning, entry) : first;
    if (checked.definition === null) return withMistakes(checked, checked.mistakes);
    return await planSound(checked, checked.definition, planning, entry);
  } catch (error) {
    const { mistakes: found } = faultOf(error);
    return withMistakes(first, [...first.mistakes, ...found.map(({ message, place = file.placeOf([]) }) => ({ message, place }))]);
  }
}

/** Checks a file again beside its form, which may have what would be refused today. */
async function checkedBesideForm(checked: CheckedFile, planning: Planning, entry?: LockEntry | null): Promise<CheckedFile> {
  const { file } = checked;
  const known = file.mistakes.length > 0 ? null : (entry ?? entryOf(file, planning));
  const form = known && 'formId' in known ? await readServiceForm(planning.service, known.formId) : null;
  return form ? { ...checkDefinition(file, planning.run.terminal.env, form.content), file } : checked;
}

async function planSound(
  { file, uses }: CheckedFile,
  definition: FormDefinition,
  planning: Planning,
  entry = entryOf(file, planning),
): Promise<FormPlan> {
  const { service, options, run } = planning;
  const { action, form } = await findTarget(file, definition, entry, planning);
  const { document } = service;
  const wanted = canonicalOfDefinition(definition, document);
  const { changes, steps, mistakes } = compareForm({ file, definition, wanted, form, document, options });
  const counted = options.count && form ? await withCounts(changes, form, service) : changes;
  return {
    file,
    definition,
    wanted,
    action: steps.length === 0 ? 'none' : action,
    form,
    changes: counted.map(withoutVariables(definition, uses, run.terminal.env)),
    steps,
    notes: form ? await notesOf(form, steps.length > 0, service) : [],
    mistakes,
  };
}

const withMistakes = ({ file, definition }: Pick<FormPlan, 'file' | 'definition'>, mistakes: readonly Mistake[]): FormPlan => ({
  file,
  definition,
  wanted: null,
  action: 'none',
  form: null,
  changes: [],
  steps: [],
  notes: [],
  mistakes: [...mistakes],
});

/** True for two files with one entry in the lock file. */
const isTwin = (one: DefinitionFile, other: DefinitionFile): boolean =>
  one.name === other.name && dirname(one.path) === dirname(other.path);

const twoOfOneName = (file: DefinitionFile, twin: DefinitionFile): Mistake => ({
  message: `${twin.path} has the same name, by which the lock file knows a form. Rename one of them.`,
  place: file.placeOf([]),
});

/** True for two files that would make a form of one name. */
const isSameNewForm = (one: FormPlan, other: FormPlan): boolean =>
  one.action === 'create' && other.action === 'create' && one.wanted?.name === other.wanted?.name;

const twoOfOneForm = ({ file, definition }: FormPlan, earlier: FormPlan): Mistake => ({
  message: `${earlier.file.path} makes a form with the name ${JSON.stringify(definition?.name)} too. Give one of them another name.`,
  place: file.placeOf(['name']),
});
