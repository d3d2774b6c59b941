import { ApiError, etagOf } from '../../src/index.js';
import { Fault, type Mistake } from '../faults.js';
import { LockFile, lockLine } from '../lock-file.js';
import type { FormPlan, Step } from '../plan/plan.types.js';
import type { Service } from '../service/connection.js';
import { readServiceForm } from '../service/service-form.js';
import type { Terminal } from '../terminal.js';
import { stateNow } from './changed-meanwhile.js';
import { type CreateStep, createForm, keepEntry } from './create-form.js';
import { type FormState, stateAfter, stateOf } from './form-state.js';
import { type Edit, keyOf, sendStep } from './send-step.js';
import { faultOfStep } from './step-faults.js';
import type { TokenFile } from './token-file.js';

/** The result of carrying out a plan. */
export interface Outcome {
  plan: FormPlan;
  /** Null for a form that was not created. */
  formId: string | null;
  /** The number of steps that were carried out. */
  done: number;
  /** The line of the lock file, for a form that was created. */
  lockLine: string | null;
  /** The address to which pages send a form that was created. */
  submitUrl: string | null;
  mistakes: Mistake[];
}

/** The surroundings in which the steps of a plan are carried out. */
export interface Site {
  service: Service;
  terminal: Terminal;
  /** The file for the token of the form that is created. */
  token: TokenFile | null;
  /** Called after each step. */
  onStep: () => void;
}

/** Carries out the steps of a plan up to the first that fails. Each is sent on condition that nobody has changed the form meanwhile. */
export async function applyPlan(plan: FormPlan, site: Site): Promise<Outcome> {
  const outcome: Outcome = { plan, formId: plan.form?.id ?? null, done: 0, lockLine: null, submitUrl: null, mistakes: [] };
  let state = plan.form && stateOf(plan.form);
  for (const step of plan.steps) {
    try {
      state = step.kind === 'create_form' ? await create(step, outcome, site) : await edit(step, outcome, state!, site.service);
      outcome.done++;
      site.onStep();
    } catch (error) {
      outcome.mistakes.push(...faultOfStep(error, step, plan.file, plan.definition!).mistakes);
      return outcome;
    }
  }
  return outcome;
}

async function create(step: CreateStep, outcome: Outcome, { service, terminal, token }: Site): Promise<FormState> {
  const { file } = outcome.plan;
  const entry = { lock: LockFile.besides(file.path, terminal), name: file.name };
  const { data } = await createForm(service, step, entry);
  outcome.formId = data.id;
  outcome.lockLine = lockLine(file.name, data.id);
  outcome.submitUrl = data.endpoint_url;
  const faults = [keepEntry(service, entry, data.id), token?.write(data.submission_token)];
  outcome.mistakes.push(...faults.flatMap((message) => (message ? [{ message, place: file.placeOf([]) }] : [])));
  const form = await readServiceForm(service, data.id);
  // The answer may be that to an earlier run, which has ended before it could write the entry.
  if (form?.form.revision !== 1) throw new Fault(`The form ${data.id} was changed since it was created. Apply again, which plans anew.`);
  return stateOf(form);
}

async function edit(step: Edit, { plan, done }: Outcome, before: FormState, service: Service): Promise<FormState> {
  const after = stateAfter(before, step, service.document);
  try {
    const reply = await sendStep(service, step, before, keyOf(plan.steps, done, before));
    const etag = etagOf(reply);
    if (etag !== undefined) return withReply(after, step, reply, etag);
  } catch (error) {
    const isChanged = error instanceof ApiError && [404, 412].includes(error.status);
    if (!isChanged) throw error;
  }
  return stateNow(before, after, await readServiceForm(service, before.id), plan.file.placeOf([]));
}

function withReply(state: FormState, step: Step, reply: object, etag: string): FormState {
  if (step.kind === 'save_draft' || step.kind === 'publish') return { ...state, workflowEtag: etag };
  if (step.kind !== 'create_field') return { ...state, etag };
  const { id } = (reply as { data: { id: string } }).data;
  return { ...state, etag, fieldIds: new Map([...state.fieldIds, [step.field.name, id]]) };
}
