import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { faultOfStep } from '../../apply/step-faults.js';
import { type CreateFormBody, etagOf } from '../../../src/index.js';
import { Fault } from '../../faults.js';
import { planForm } from '../../plan/plan-definitions.js';
import type { FormPlan, Step } from '../../plan/plan.types.js';
import { plain } from '../../plain.js';
import { requireScopes } from '../../service/connection.js';
import type { Session } from '../session.js';
import { addTool } from '../tool.js';
import { definitionText, fileOf } from './definition-text.js';
import { withoutEnvironment } from './definitions.js';
import { withKeptValues } from './kept-values.js';

const INPUT = z.strictObject({ definition: definitionText });

/** Adds a tool that creates a form, which takes no submissions until a person enables it. */
export function addCreateForm(server: McpServer, session: Session): void {
  const description = 'Creates a disabled form by name, origins, fields and settings of a definition. save_draft saves its workflow.';
  const annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
  addTool(server, session, { name: 'create_form', description, input: INPUT, annotations }, async ({ definition }) => {
    const file = withKeptValues(fileOf(definition), null);
    const plan = await planForm(file, session.service, { create: true }, withoutEnvironment(session.run), null);
    if (plan.mistakes.length > 0) throw new Fault(plan.mistakes);
    return create(session, plan);
  });
}

async function create(session: Session, plan: FormPlan): Promise<string> {
  const { client } = session.service;
  const settings = plan.steps.find((step) => step.kind === 'update_settings');
  if (settings) requireScopes(session.service, ['forms:create', 'forms:update']);
  const step = plan.steps.find(({ kind }) => kind === 'create_form') as Extract<Step, { kind: 'create_form' }>;
  const { settings: _, workflow: __, status: ___, ...body } = step.form;
  const created = await told(client.createForm({ body: body as CreateFormBody }), step, plan);
  const { id, name } = created.data;
  const done = `Created ${plain(JSON.stringify(name))} as ${id}. It is disabled, and has the workflow of new forms.`;
  if (!settings) return done;
  const request = { path: { form: id }, headers: { 'If-Match': etagOf(created)! }, body: settings.patch };
  try {
    await told(client.updateFormSettings(request), settings, plan);
    return done;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault([{ message: `${done} Its settings were refused:` }, ...error.mistakes], { cause: error });
  }
}

async function told<Reply>(call: Promise<Reply>, step: Step, { file, definition }: FormPlan): Promise<Reply> {
  try {
    return await call;
  } catch (error) {
    throw faultOfStep(error, step, file, definition!);
  }
}
