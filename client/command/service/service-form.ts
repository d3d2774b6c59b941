import { type Form, type FormSettings, etagOf, type KeyedCallOptions, type Workflow } from '../../src/index.js';
import { canonicalOfService, canonicalWorkflow } from '../canonical/canonical.js';
import type { CanonicalForm, CanonicalWorkflow } from '../canonical/canonical.types.js';
import { Fault } from '../faults.js';
import type { Service } from './connection.js';

/** A form of a service as it was read, with all that a definition may manage. */
export interface ServiceForm {
  id: string;
  /** The tag of the form, its fields and its settings. */
  etag: string;
  form: Form;
  settings: FormSettings;
  /** The ids of the fields by their names. */
  fieldIds: ReadonlyMap<string, string>;
  content: CanonicalForm;
  /** Null for a key that may not read workflows. `content.workflow` is the draft. */
  workflow: ServiceWorkflow | null;
}

export interface ServiceWorkflow {
  etag: string;
  state: Workflow;
  draft: CanonicalWorkflow;
  /** Null before the first publishing. */
  published: CanonicalWorkflow | null;
}

/** A form may change between the reads of its parts, and is read again then. */
const MAX_READS = 5;

/** Reads a form. Resolves with null when there is none that the key sees. */
export async function readServiceForm(
  service: Service,
  id: string,
  options: Pick<KeyedCallOptions, 'signal'> = {},
): Promise<ServiceForm | null> {
  const { client, capabilities, document } = service;
  const path = { form: id };
  for (let reads = 0; reads < MAX_READS; reads++) {
    const form = await orNull(client.getForm({ path }, options));
    if (form === null) return null;
    const settings = await orNull(client.getFormSettings({ path }, options));
    if (settings === null || etagOf(form) !== etagOf(settings)) continue;
    const workflow = capabilities.scopes.includes('workflows:read') ? await orNull(client.getWorkflow({ path }, options)) : null;
    const draft = workflow?.data.draft.definition ?? null;
    return {
      id,
      etag: etagOf(form)!,
      form: form.data,
      settings: settings.data,
      fieldIds: new Map(form.data.fields.map((field) => [field.name, field.id])),
      content: canonicalOfService(form.data, settings.data, draft, document),
      workflow: workflow && {
        etag: etagOf(workflow)!,
        state: workflow.data,
        draft: canonicalWorkflow(workflow.data.draft.definition),
        published: workflow.data.published && canonicalWorkflow(workflow.data.published.definition),
      },
    };
  }
  throw new Fault(`The form ${id} is being changed all the time. Try again.`);
}

/** Resolves with null for what is not there, or is not seen. */
async function orNull<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call;
  } catch (error) {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  }
}
