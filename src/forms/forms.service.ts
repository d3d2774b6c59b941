import { Inject, Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import type { Caller } from '../api/auth/caller';
import { makeSecret } from '../api/auth/secret-format.rules';
import { ApiError, validationFailed } from '../api/errors/api-error';
import type { Page } from '../api/pagination/cursors';
import { Cursors } from '../api/pagination/cursors';
import type { PagedDto } from '../api/pagination/page.dto';
import type { FieldEntity } from '../fields/field.entity';
import { newField } from '../fields/field-edit.rules';
import { FieldsRepository } from '../fields/fields.repository';
import { fileFieldFaults } from '../fields/file-options.rules';
import { KeyGrantsService } from '../keys/key-grants.service';
import { Clock } from '../platform/clock';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import { sha256Of } from '../platform/crypto/digests';
import { newId } from '../platform/ids';
import { DefaultWorkflowRepository } from './default-workflow.repository';
import type { FormEntity } from './form.entity';
import { changesForm, formEdit, nextRevision } from './form.rules';
import type { FormChanges, NewForm } from './form.rules';
import type { CountedForm, FormFilter } from './forms.repository';
import { FormsRepository } from './forms.repository';

export interface CreatedForm {
  form: FormEntity;
  fields: FieldEntity[];
  /** Shown once; only its digest is stored. */
  submissionToken: string;
}

/** Forms: their settings, and whether and from where they accept submissions. */
@Injectable()
export class FormsService {
  constructor(
    private readonly forms: FormsRepository,
    private readonly fields: FieldsRepository,
    private readonly accounts: AccountsService,
    private readonly keyGrants: KeyGrantsService,
    private readonly workflows: DefaultWorkflowRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The public address for submissions. */
  endpointUrl = (formId: string): string => `${this.config.baseUrl}/api/v1/forms/${formId}/submit`;

  /** A page of forms, newest first. */
  list(caller: Caller, filter: FormFilter, query: PagedDto): Promise<Page<CountedForm>> {
    const scope = { list: 'forms', keyId: caller.keyId, formId: null, filters: { ...filter } };
    return this.cursors.page(scope, query, {
      find: (start, limit) => this.forms.newestFirst(caller, filter, start, limit),
      positionOf: ({ createdAt: at, id }) => ({ at, id }),
    });
  }

  /** A new form that the caller may see. */
  async create(caller: Caller, newForm: NewForm): Promise<CreatedForm> {
    const created = await this.createFor(caller.accountId, newForm);
    await this.keyGrants.grantNewForm(caller, created.form.id);
    return created;
  }

  /** A new form with its fields, its counters and the draft of its workflow. It is disabled at first. */
  async createFor(accountId: string, { fields, ...settings }: NewForm): Promise<CreatedForm> {
    this.refuseFileOptions(fields);
    await this.refuseBeyondPlan(accountId);
    const submissionToken = makeSecret('fst').text;
    const form = this.newForm(accountId, settings, submissionToken);
    await this.forms.insert(form);
    const definitions = fields.map((each, position) => newField(form.id, each, position, form.createdAt));
    const inserted = await this.fields.insert(definitions);
    await this.workflows.insertFor(form);
    return { form, fields: inserted, submissionToken };
  }

  /** The newest form of an account with exactly this name; null when there is none. */
  findNamed(accountId: string, name: string): Promise<FormEntity | null> {
    return this.forms.newestNamed(accountId, name);
  }

  /** Applies an edit to a locked form; an edit that changes nothing counts no revision. Resolves with the form after the edit. */
  async update(form: FormEntity, changes: FormChanges): Promise<CountedForm> {
    const edit = changesForm(form, changes) ? formEdit(form, changes, this.clock.now()) : null;
    if (edit) await this.forms.update(form.id, edit);
    return { ...form, ...edit, counts: await this.forms.countsOf(form.id) };
  }

  /** Counts an edit of the fields of a locked form as a revision. Resolves with the form after the edit. */
  async countRevision(form: FormEntity): Promise<FormEntity> {
    const revision = nextRevision(form, this.clock.now());
    await this.forms.update(form.id, revision);
    return { ...form, ...revision };
  }

  /** True if clients may already rely on the names and types of the fields. This is never taken back. */
  async isContractLocked({ id, firstEnabledAt }: FormEntity): Promise<boolean> {
    return firstEnabledAt !== null || this.forms.hasReceivedSubmission(id);
  }

  /** Stores how the published workflow of a form delivers submissions. */
  async setDeliveryChannelTypes(id: string, deliveryChannelTypes: string[]): Promise<void> {
    await this.forms.update(id, { deliveryChannelTypes });
  }

  /** Not part of the DTO, since the limits are settings. */
  private refuseFileOptions(fields: NewForm['fields']): void {
    const { uploads } = this.config;
    const faults = fields.flatMap((field, index) => fileFieldFaults(field, uploads, `fields.${index}.options`));
    if (faults.length > 0) throw validationFailed(faults);
  }

  private async refuseBeyondPlan(accountId: string): Promise<void> {
    const { formsMax } = await this.accounts.planOf(accountId);
    if (formsMax === null) return;
    if ((await this.forms.countUnderLock(accountId)) >= formsMax) throw new ApiError('form_quota_exceeded');
  }

  private newForm(accountId: string, settings: Omit<NewForm, 'fields'>, submissionToken: string): FormEntity {
    const now = this.clock.now();
    return {
      id: newId(),
      accountId,
      ...settings,
      status: 'disabled',
      deliveryChannelTypes: ['database'],
      settings: {},
      revision: 1,
      submissionTokenDigest: sha256Of(submissionToken),
      firstEnabledAt: null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
  }
}
