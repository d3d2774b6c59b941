import { Inject, Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import type { FieldEntity } from '../fields/field.entity';
import { newField } from '../fields/field-edit.rules';
import { DEFAULT_LIMIT } from '../api/pagination/page.dto';
import type { PagedDto } from '../api/pagination/page.dto';
import type { Caller } from '../api/auth/caller';
import { makeSecret } from '../api/auth/secret-format.rules';
import { Clock } from '../platform/clock';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import { sha256Of } from '../platform/crypto/digests';
import { ApiError } from '../api/errors/api-error';
import { Cursors } from '../api/pagination/cursors';
import { newId } from '../platform/ids';
import { KeyGrantsService } from '../keys/key-grants.service';
import { DefaultWorkflow } from './default-workflow';
import type { FormEntity } from './form.entity';
import { changesForm, editedForm } from './form.rules';
import type { FormChanges, NewForm } from './form.rules';
import type { CountedForm, FormFilter } from './forms.repository';
import { FormsRepository } from './forms.repository';

export interface CreatedForm {
  form: FormEntity;
  fields: FieldEntity[];
  /** Shown once; only its digest is kept. */
  submissionToken: string;
}

export interface FormPage {
  forms: CountedForm[];
  perPage: number;
  nextCursor: string | null;
  prevCursor: string | null;
}

/** Forms: what they are called, from where they accept submissions, and whether they do at all. */
@Injectable()
export class FormsService {
  constructor(
    private readonly forms: FormsRepository,
    private readonly accounts: AccountsService,
    private readonly keyGrants: KeyGrantsService,
    private readonly workflows: DefaultWorkflow,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The public address for submissions. */
  endpointUrl = (formId: string): string => `${this.config.baseUrl}/api/v1/forms/${formId}/submit`;

  /** A page of forms, newest first. */
  async list(caller: Caller, filter: FormFilter, { limit = DEFAULT_LIMIT, cursor }: PagedDto): Promise<FormPage> {
    const scope = { list: 'forms', keyId: caller.keyId, formId: null, filters: { ...filter } };
    const from = cursor === undefined ? null : this.cursors.read(scope, cursor);
    const found = await this.forms.newestFirst(caller, filter, from, limit);
    const hasMore = found.length > limit;
    const isBackwards = from?.direction === 'previous';
    const forms = isBackwards ? found.slice(-limit) : found.slice(0, limit);
    const cursorAt = (form: FormEntity | undefined, direction: 'next' | 'previous') =>
      form ? this.cursors.write(scope, { at: form.createdAt, id: form.id }, direction) : null;
    return {
      forms,
      perPage: limit,
      nextCursor: isBackwards || hasMore ? cursorAt(forms.at(-1), 'next') : null,
      prevCursor: from && (!isBackwards || hasMore) ? cursorAt(forms[0], 'previous') : null,
    };
  }

  fieldsOf({ id }: FormEntity): Promise<FieldEntity[]> {
    return this.forms.fieldsOf([id]);
  }

  /** A new form with its fields, its counters and the draft of its workflow. It starts disabled. */
  async create(caller: Caller, { fields, ...settings }: NewForm): Promise<CreatedForm> {
    await this.refuseBeyondPlan(caller);
    const token = makeSecret('fst').text;
    const form = this.newForm(caller, settings, token);
    await this.forms.insert(form);
    await this.keyGrants.grantNewForm(caller, form.id);
    await this.forms.insertFields(fields.map((each, position) => newField(form.id, each, position, form.createdAt)));
    await this.workflows.insertFor(form);
    return { form, fields: await this.fieldsOf(form), submissionToken: token };
  }

  /** Applies an edit to the locked form. An edit without effect counts no revision. */
  async update(form: FormEntity, changes: FormChanges): Promise<CountedForm> {
    if (changesForm(form, changes)) {
      const edited = editedForm(form, changes, this.clock.now());
      await this.forms.update(form, edited);
      Object.assign(form, edited);
    }
    return this.withCounts(form);
  }

  private async withCounts(form: FormEntity): Promise<CountedForm> {
    const [stats, fields] = [await this.forms.stats(form.id), await this.fieldsOf(form)];
    return Object.assign(form, { counts: { ...stats, fieldCount: fields.length } });
  }

  private async refuseBeyondPlan({ accountId }: Caller): Promise<void> {
    const { formsMax } = await this.accounts.planOf(accountId);
    if (formsMax === null) return;
    if ((await this.forms.countUnderLock(accountId)) >= formsMax) throw new ApiError('form_quota_exceeded');
  }

  private newForm({ accountId }: Caller, settings: Omit<NewForm, 'fields'>, token: string): FormEntity {
    const now = this.clock.now();
    return {
      id: newId(),
      accountId,
      ...settings,
      status: 'disabled',
      deliveryChannelTypes: ['database'],
      revision: 1,
      submissionTokenDigest: sha256Of(token),
      firstEnabledAt: null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
  }
}
