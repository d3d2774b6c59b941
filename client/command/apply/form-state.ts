import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import { canonicalSection } from '../canonical/canonical.js';
import type { CanonicalForm } from '../canonical/canonical.types.js';
import type { Step } from '../plan/plan.types.js';
import type { SectionName, ServiceDocument } from '../service/service-document.js';
import type { ServiceForm } from '../service/service-form.js';

/** A form between two steps: as it was read, or as it must be after the steps since then. */
export interface FormState {
  id: string;
  /** The tag of the form, its fields and its settings. */
  etag: string;
  /** The tag of the workflow; empty for a key that may not read workflows. */
  workflowEtag: string;
  revision: number;
  draftRevision: number;
  /** 0 before the first publishing. */
  version: number;
  content: CanonicalForm;
  fieldIds: ReadonlyMap<string, string>;
}

export const stateOf = ({ id, etag, form, content, fieldIds, workflow }: ServiceForm): FormState => ({
  id,
  etag,
  workflowEtag: workflow?.etag ?? '',
  revision: form.revision,
  draftRevision: workflow?.state.draft.revision ?? 0,
  version: workflow?.state.published?.version ?? 0,
  content,
  fieldIds,
});

/** The form as a step leaves it, with the tags that it had before. A step without an effect is not expected. */
export function stateAfter(state: FormState, step: Step, document: ServiceDocument): FormState {
  const content = contentAfter(state.content, step, document);
  if (step.kind === 'save_draft') return { ...state, content, draftRevision: state.draftRevision + 1 };
  if (step.kind === 'publish') return { ...state, version: state.version + 1 };
  return { ...state, content, revision: state.revision + 1, fieldIds: idsAfter(state.fieldIds, step) };
}

function contentAfter(content: CanonicalForm, step: Step, document: ServiceDocument): CanonicalForm {
  const { fields = [] } = content;
  switch (step.kind) {
    case 'create_form':
      return step.form;
    case 'update_form':
      return { ...content, ...step.patch };
    case 'create_field':
      return { ...content, fields: [...fields, step.field] };
    case 'update_field':
      return { ...content, fields: fields.map((field) => (field.name === step.name ? { ...field, ...step.patch } : field)) };
    case 'reorder_fields':
      return { ...content, fields: fields.toSorted((one, other) => step.names.indexOf(one.name) - step.names.indexOf(other.name)) };
    case 'delete_field':
      return { ...content, fields: fields.filter(({ name }) => name !== step.name) };
    case 'update_settings':
      return { ...content, settings: { ...content.settings, ...settingsAfter(content, step.patch, document) } };
    case 'save_draft':
      return { ...content, workflow: step.workflow };
    case 'publish':
      return content;
  }
}

const settingsAfter = ({ settings }: CanonicalForm, patch: Record<string, object>, { defaults }: ServiceDocument) =>
  Object.fromEntries(
    Object.entries(patch).map(([name, members]) => {
      const section = name as SectionName;
      return [section, canonicalSection(section, merged(settings[section], members) as Record<string, unknown>, defaults[section])];
    }),
  );

/** RFC 7396. */
function merged(value: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const members = { ...(isJsonObject(value) ? value : {}) };
  for (const [name, member] of Object.entries(patch)) {
    if (member === null) delete members[name];
    else members[name] = merged(members[name], member);
  }
  return members;
}

function idsAfter(ids: ReadonlyMap<string, string>, step: Step): ReadonlyMap<string, string> {
  if (step.kind !== 'update_field' || step.patch.name === undefined) return ids;
  const renamed = new Map(ids);
  renamed.set(step.patch.name, ids.get(step.name)!);
  renamed.delete(step.name);
  return renamed;
}
