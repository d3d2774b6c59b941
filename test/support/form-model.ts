import { canonicalOfService, canonicalWorkflow } from '../../client/command/canonical/canonical';
import type { CanonicalField, CanonicalForm, CanonicalWorkflow } from '../../client/command/canonical/canonical.types';
import type { Step } from '../../client/command/plan/plan.types';
import { serviceDocumentOf } from '../../client/command/service/service-document';
import type { ServiceForm } from '../../client/command/service/service-form';
import type { Form, FormSettings, Workflow } from '../../client/src/index';
import type { StoredSettings } from '../../src/forms/settings/form-settings.dto';
import { patchedSettings, settingsOf } from '../../src/forms/settings/form-settings.rules';
import { defaultDefinition } from '../../src/workflows/definition/default-definition.rules';
import openapi from '../../openapi.json';

export const SERVICE_DOCUMENT = serviceDocumentOf(openapi as object);

type Head = Pick<Required<CanonicalForm>, 'name' | 'status' | 'allowed_origins' | 'validate_fields' | 'notifications_enabled'>;

/** A form as a service keeps it, with the steps that it takes. It refuses what the service refuses by the state of the form. */
export class FormModel {
  head: Head = { name: '', status: 'disabled', allowed_origins: [], validate_fields: true, notifications_enabled: false };
  fields: CanonicalField[] = [];
  stored: StoredSettings = {};
  isLocked = false;
  submissions = 0;
  /** The names of fields with a validation of an older system. */
  legacy = new Set<string>();
  draft = canonicalWorkflow(defaultDefinition() as CanonicalWorkflow);
  draftRevision = 1;
  published: CanonicalWorkflow | null = null;
  version = 0;

  /** All that a step may change, by which a step without effect is seen. */
  get state(): string {
    const { head, fields, stored, draft, published, version } = this;
    return JSON.stringify({ head, fields, stored, draft, published, version });
  }

  take(step: Step): void {
    if (step.kind === 'create_form') this.create(step.form);
    else if (step.kind === 'update_form') this.updateForm(step.patch);
    else if (step.kind === 'create_field') this.fields = this.checked([...this.fields, step.field]);
    else if (step.kind === 'update_field') this.updateField(step.name, step.patch);
    else if (step.kind === 'reorder_fields') this.reorder(step.names);
    else if (step.kind === 'update_settings') this.stored = patchedSettings(this.stored, step.patch);
    else if (step.kind === 'save_draft') this.save(step.workflow);
    else if (step.kind === 'publish') this.publish();
    else this.fields = this.fields.filter(({ name }) => name !== step.name);
  }

  read(): ServiceForm {
    const { draft, published, version, draftRevision } = this;
    const form = { ...this.head, fields: this.fields.map((field) => this.fieldOf(field)), submissions_count: this.submissions } as Form;
    const settings = { ...settingsOf(this.stored), fields_locked: this.isLocked } as FormSettings;
    const state = { draft: { revision: draftRevision }, published: published && { version } } as Workflow;
    const content = canonicalOfService(form, settings, { schema_version: 1, ...draft }, SERVICE_DOCUMENT);
    return { id: 'f', etag: '"1"', form, settings, fieldIds: new Map(), content, workflow: { etag: '"1"', state, draft, published } };
  }

  private fieldOf(field: CanonicalField): Form['fields'][number] {
    const kind = this.legacy.has(field.name) ? ('custom' as const) : ('preset' as const);
    const validation = kind === 'custom' || field.validation ? { kind, preset: field.validation } : null;
    return { ...field, validation } as Form['fields'][number];
  }

  private create({ fields = [], settings: _, ...head }: CanonicalForm): void {
    this.head = { ...this.head, ...head };
    this.fields = this.checked(fields);
  }

  private updateForm(patch: Partial<Head>): void {
    this.head = { ...this.head, ...patch };
    this.isLocked ||= this.head.status === 'enabled';
  }

  private updateField(name: string, patch: Partial<CanonicalField>): void {
    if (!this.fields.some((field) => field.name === name)) throw new Error(`no field ${name}`);
    if (this.isLocked && (patch.name ?? patch.type) !== undefined) throw new Error('field_contract_locked');
    this.fields = this.checked(this.fields.map((field) => (field.name === name ? { ...field, ...patch } : field)));
  }

  private checked(fields: CanonicalField[]): CanonicalField[] {
    if (fields.length > 100 || new Set(fields.map(({ name }) => name)).size < fields.length) throw new Error('validation_failed');
    return fields;
  }

  private reorder(names: readonly string[]): void {
    if (
      names.toSorted().join() !==
      this.fields
        .map(({ name }) => name)
        .toSorted()
        .join()
    )
      throw new Error('invalid_field_order');
    this.fields = names.map((name) => this.fields.find((field) => field.name === name)!);
  }

  private save(workflow: CanonicalWorkflow): void {
    this.draft = workflow;
    this.draftRevision++;
  }

  private publish(): void {
    this.published = this.draft;
    this.version++;
  }
}
