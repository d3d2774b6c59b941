import { Inject, Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import type { Caller } from '../api/auth/caller';
import { makeSecret } from '../api/auth/secret-format.rules';
import { ApiError, type FieldError } from '../api/errors/api-error';
import { Cursors, type Page } from '../api/pagination/cursors';
import type { PagedDto } from '../api/pagination/page.dto';
import { KeysService } from '../keys/keys.service';
import { Clock } from '../platform/time';
import { type Config, CONFIG } from '../platform/config/config';
import { sha256Of } from '../platform/crypto/digests.rules';
import { newId } from '../platform/ids.rules';
import type { FieldEntity } from './definition/field.entity';
import type { FormEntity } from './form.entity';
import { changesForm, type FormChanges, formEdit, type NewForm, nextRevision } from './form.rules';
import { type CountedForm, type FormFilter, FormsRepository, type FormWithFields } from './forms.repository';
import { type NewFields, FormHooks } from './form-hooks';

export interface CreatedForm {
  form: FormEntity;
  fields: FieldEntity[];
  /** The service shows the token once and stores only its digest. */
  submissionToken: string;
}

@Injectable()
export class FormsService {
  constructor(
    private readonly forms: FormsRepository,
    private readonly accounts: AccountsService,
    private readonly keys: KeysService,
    private readonly hooks: FormHooks,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  endpointUrl = (formId: string): string => `${this.config.baseUrl}/api/v1/forms/${formId}/submit`;

  list(caller: Caller, filter: FormFilter, query: PagedDto): Promise<Page<CountedForm>> {
    const scope = { list: 'forms', keyId: caller.keyId, formId: null, filters: { ...filter } };
    return this.cursors.page(scope, query, {
      find: (start, limit) => this.forms.newestFirst(caller, filter, start, limit),
      positionOf: ({ createdAt: at, id }) => ({ at, id }),
    });
  }

  /** A form with its counters and fields; null when the caller may not see it. */
  async get(caller: Caller, id: string): Promise<FormWithFields | null> {
    const [form = null] = await this.forms.visibleWithFields(caller, [id]);
    return form;
  }

  /** Creates a form and grants it to the caller. */
  async create(caller: Caller, newForm: NewForm): Promise<CreatedForm> {
    const created = await this.createFor(caller.accountId, newForm);
    await this.keys.grantNewForm(caller, created.form.id);
    return created;
  }

  /** Creates a disabled form with its counters and the rows of other domains. */
  async createFor(accountId: string, newForm: NewForm): Promise<CreatedForm> {
    await this.refuseBeyondPlan(accountId);
    const submissionToken = makeSecret('fst').text;
    const form = this.newForm(accountId, newForm, submissionToken);
    await this.forms.insert(form);
    await this.hooks.insertFor(form, newForm);
    return { form, fields: await this.fieldsOf(form), submissionToken };
  }

  fieldsOf({ id }: Pick<FormEntity, 'id'>): Promise<FieldEntity[]> {
    return this.forms.fieldsOf(id);
  }

  /** The fields by position, then the deleted fields, whose values submissions may still have. */
  presentAndDeletedFieldsOf({ id }: Pick<FormEntity, 'id'>): Promise<FieldEntity[]> {
    return this.forms.presentAndDeletedFieldsOf(id);
  }

  errorsIn(fields: NewFields): FieldError[] {
    return this.hooks.errorsIn(fields);
  }

  /** A form of any account, for operators; null when there is none. */
  find(id: string): Promise<FormEntity | null> {
    return this.forms.find(id);
  }

  /** Applies an edit to a locked form. Only an edit with an effect increments the revision. Resolves with the edited form. */
  async update(form: FormEntity, changes: FormChanges): Promise<CountedForm> {
    const edit = changesForm(form, changes) ? formEdit(form, changes, this.clock.now()) : null;
    if (edit) await this.forms.update(form.id, edit);
    return { ...form, ...edit, counts: await this.forms.countsOf(form.id) };
  }

  /** Sentences about an edit of the form that its owner may not expect. */
  warningsOf(before: FormEntity, after: FormEntity): Promise<string[]> {
    return this.hooks.warningsOf(before, after);
  }

  /** Increments the revision of a locked form after an edit of its fields. Resolves with the edited form. */
  async countRevision(form: FormEntity): Promise<FormEntity> {
    const revision = nextRevision(form, this.clock.now());
    await this.forms.update(form.id, revision);
    return { ...form, ...revision };
  }

  /** True if clients may already rely on the names and types of the fields. It never becomes false again. */
  async isContractLocked({ id, firstEnabledAt }: FormEntity): Promise<boolean> {
    return firstEnabledAt !== null || this.forms.hasReceivedSubmission(id);
  }

  async setDeliveryChannelTypes(id: string, deliveryChannelTypes: string[]): Promise<void> {
    await this.forms.update(id, { deliveryChannelTypes });
  }

  private async refuseBeyondPlan(accountId: string): Promise<void> {
    const { formsMax } = await this.accounts.planOf(accountId);
    if (formsMax === null) return;
    if ((await this.forms.countUnderLock(accountId)) >= formsMax) throw new ApiError('form_quota_exceeded');
  }

  private newForm(accountId: string, { fields: _, ...attributes }: NewForm, submissionToken: string): FormEntity {
    const now = this.clock.now();
    return {
      id: newId(),
      accountId,
      ...attributes,
      status: 'disabled',
      deliveryChannelTypes: ['database'],
      settings: {},
      revision: 1,
      submissionTokenDigest: sha256Of(submissionToken),
      firstEnabledAt: null,
      deletedAt: null,
      retentionBefore: null,
      createdAt: now,
      updatedAt: now,
    };
  }
}
