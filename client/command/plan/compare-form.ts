import type { Mistake } from '../faults.js';
import { attributesPart, createStep, statusPart } from './attributes-part.js';
import type { Comparison } from './comparison.js';
import { fieldsPart } from './fields-part.js';
import type { Change, Step } from './plan.types.js';
import { settingsPart } from './settings-part.js';
import { workflowPart } from './workflow-part.js';

/**
 * Compares a definition with its form: the changes, and the steps in the order in which no step needs a later one. A form is disabled first
 * and enabled last, so that visitors never meet it half changed.
 */
export function compareForm(comparison: Comparison): { changes: Change[]; steps: Step[]; mistakes: Mistake[] } {
  const status = statusPart(comparison);
  const attributes = attributesPart(comparison);
  const fields = fieldsPart(comparison);
  const settings = settingsPart(comparison);
  const workflow = workflowPart(comparison);
  const isNew = comparison.form === null;
  const begin = isNew ? [createStep(comparison)] : [...status.disable, ...attributes.steps, ...fields.steps];
  const mistakes = [fields, settings, workflow].flatMap((part) => part.mistakes);
  return {
    changes: [attributes, fields, settings, workflow, status].flatMap((part) => part.changes),
    steps: mistakes.length > 0 ? [] : [...begin, ...settings.steps, ...workflow.steps, ...fields.deletions, ...status.enable],
    mistakes,
  };
}
