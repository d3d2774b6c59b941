import { plain } from '../plain.js';
import type { Change, FormPlan } from './plan.types.js';

const LONGEST_VALUE = 100;

/** The plans as people read them: a block for each form with changes, and the sum. Mistakes are not among them. */
export function planLines(plans: readonly FormPlan[]): string[] {
  const told = plans.filter(({ mistakes, changes, notes }) => mistakes.length === 0 && (changes.length > 0 || notes.length > 0));
  return [...told.flatMap((plan) => [...blockOf(plan), '']), sumOf(plans)].map(plain);
}

/** The plans as one JSON document. */
export const planDocument = (plans: readonly FormPlan[]): object => ({
  forms: plans.map(({ file, form, action, changes, notes, mistakes }) => ({
    file: file.path,
    form_id: form?.id ?? null,
    action,
    changes,
    notes,
    mistakes: mistakes.map(({ message, place }) => ({ message, ...place })),
  })),
});

function blockOf({ file, form, changes, notes }: FormPlan): string[] {
  const title = form ? `form ${form.id}, revision ${form.form.revision}` : 'a new form';
  return [`${file.path} (${title})`, ...changes.map(lineOf), ...notes.map((note) => `  ${note}`)];
}

function lineOf({ sign, subject, before, after, note }: Change): string {
  const values = [before, after].filter((value) => value !== undefined).map(textOf);
  const value = values.length > 0 ? `: ${values.join(' -> ')}` : '';
  return `  ${sign} ${subject}${value}${note === undefined ? '' : ` (${note})`}`;
}

function textOf(value: unknown): string {
  const text = [...JSON.stringify(value)];
  return text.length <= LONGEST_VALUE ? text.join('') : `${text.slice(0, LONGEST_VALUE).join('')}…`;
}

function sumOf(plans: readonly FormPlan[]): string {
  const faulty = plans.filter(({ mistakes }) => mistakes.length > 0).length;
  const count = (...actions: FormPlan['action'][]) =>
    plans.filter(({ action, mistakes }) => mistakes.length === 0 && actions.includes(action)).length;
  const [made, changed, same] = [count('create', 'recreate'), count('update'), count('none')];
  if (made + changed + faulty === 0) return 'No changes.';
  const withFaults = faulty > 0 ? `, ${faulty} with mistakes` : '';
  return `Plan: ${made} ${made === 1 ? 'form' : 'forms'} to create, ${changed} to change, ${same} unchanged${withFaults}.`;
}
