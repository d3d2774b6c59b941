import { Fault } from '../faults.js';
import type { FormPlan, Step } from '../plan/plan.types.js';
import { requireScopes, type Service } from '../service/connection.js';

/** Throws a `Fault` where the key lacks a right for a step of the plans, so that no form is left half changed for want of one. */
export function requireRights(service: Service, plans: readonly Pick<FormPlan, 'steps'>[]): void {
  const steps = plans.flatMap((plan) => plan.steps);
  requireScopes(service, scopesOf(steps));
  if (steps.length > 0) requireWrites(service);
}

/** Throws a `Fault` where the key may only read at the moment. */
export function requireWrites({ capabilities }: Service): void {
  if (!capabilities.writes_enabled) throw new Fault(READ_ONLY);
}

const READ_ONLY = 'The key may only read at the moment: it is a read-only key, the account is suspended, or the service is in maintenance.';

/** The scopes without which steps are refused. */
export const scopesOf = (steps: readonly Step[]): string[] => steps.map(({ kind }) => SCOPES[kind]);

const SCOPES: Readonly<Record<Step['kind'], string>> = {
  create_form: 'forms:create',
  update_form: 'forms:update',
  create_field: 'forms:update',
  update_field: 'forms:update',
  reorder_fields: 'forms:update',
  update_settings: 'forms:update',
  save_draft: 'workflows:write',
  publish: 'workflows:publish',
  delete_field: 'forms:update',
};
