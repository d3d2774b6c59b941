import { planDocument } from '../plan/plan-output.js';
import type { FormPlan } from '../plan/plan.types.js';
import type { Outcome } from './apply-plan.js';

/** The lines about a plan that was carried out. The line of the lock file must be committed, and the page needs the address. */
export function outcomeLines({ plan: { file, steps }, formId, lockLine, submitUrl, done }: Outcome): string[] {
  const progress = done === steps.length ? 'done' : `${done} of ${steps.length} steps are done`;
  const form = formId === null ? '' : ` (form ${formId})`;
  const address = submitUrl === null ? [] : [`  Its page sends to ${submitUrl}`];
  return [`${file.path}${form}: ${progress}`, ...(lockLine === null ? [] : [`  ${lockLine}`]), ...address];
}

/** The sum of all plans. */
export function outcomeSum(plans: readonly FormPlan[], outcomes: readonly Outcome[]): string {
  const done = outcomes.filter(({ mistakes }) => mistakes.length === 0);
  const created = done.filter(({ plan }) => plan.action !== 'update').length;
  const failed = plans.filter(({ mistakes }) => mistakes.length > 0).length + outcomes.length - done.length;
  const unchanged = plans.length - failed - done.length;
  const forms = `${created} ${created === 1 ? 'form' : 'forms'} created, ${done.length - created} changed, ${unchanged} unchanged`;
  return `Applied: ${forms}${failed > 0 ? `, ${failed} with mistakes` : ''}.`;
}

/** The plans and what has become of them, as one JSON document. */
export const outcomeDocument = (plans: readonly FormPlan[], outcomes: readonly Outcome[]): object => ({
  ...planDocument(plans),
  applied: outcomes.map(({ plan: { file, steps }, formId, lockLine, submitUrl, done, mistakes }) => ({
    file: file.path,
    form_id: formId,
    steps: steps.length,
    steps_done: done,
    lock_line: lockLine,
    submit_url: submitUrl,
    mistakes: mistakes.map(({ message, place }) => ({ message, ...place })),
  })),
});
