import { Inject, Injectable } from '@nestjs/common';
import { AccountsService } from '../../../accounts/accounts.service';
import type { Caller } from '../../../api/auth/caller';
import type { FieldDefinition } from '../../../forms/definition/field.types';
import type { FormEntity } from '../../../forms/form.entity';
import { settingsOf } from '../../../forms/settings/form-settings.rules';
import { nameSettingsOf } from '../../../fields/values/sent-names.rules';
import { compileSubmissionRules, type ValidatedSubmission } from '../../../fields/values/submission.rules';
import type { SubmissionError } from '../../../fields/values/submission-error.rules';
import { type Config, CONFIG } from '../../../platform/config/config';
import { Clock } from '../../../platform/time';
import { isJsonObject } from '../../../platform/json/json.rules';
import { ApiError, type FieldError, refuseErrors, validationFailed } from '../../../api/errors/api-error';
import { estimateCost, testPriceOf } from '../../definition/cost.rules';
import type { Definition } from '../../model/definition.types';
import { sampleFields, sampleSource } from '../../definition/sample.rules';
import { DefinitionCheckService } from '../../definition-check.service';
import type { TestInput, TestMail } from '../store/workflow-run.entity';
import type { WorkflowEntity } from '../../workflow.entity';
import { BlockedRunsService } from '../admission/blocked-runs.service';
import type { StartedRun } from '../store/run.types';
import { RunStarter } from '../admission/run-starter';
import { MAX_TEST_MAILS, type ReachedLimit, TestMailsRepository } from '../store/test-mails.repository';
import { RunDetailsRepository } from '../store/run-details.repository';
import type { StartTestDto } from './run-input.dto';

type TestedForm = Pick<FormEntity, 'id' | 'accountId' | 'validateFields' | 'settings'>;

export interface StartedTest extends StartedRun {
  /** The names of manual values that no field of the form has. */
  ignoredFields: string[];
}

/** Starts tests with copies of the draft and of the input, so that later edits do not affect them. */
@Injectable()
export class TestRunService {
  constructor(
    private readonly details: RunDetailsRepository,
    private readonly mails: TestMailsRepository,
    private readonly check: DefinitionCheckService,
    private readonly blocked: BlockedRunsService,
    private readonly starter: RunStarter,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  ) {}

  /** Refuses a draft that cannot be published. `errors` are those that the validation of the body has found. */
  async start(
    caller: Caller,
    form: TestedForm,
    workflow: WorkflowEntity,
    body: StartTestDto,
    errors: readonly FieldError[],
  ): Promise<StartedTest> {
    const definition = workflow.draftDefinition;
    const mailErrors = mailErrorsOf(definition, body);
    if (errors.length + mailErrors.length > 0) refuseErrors(errors, [...mailErrors, ...(await this.valueErrors(form, body))]);
    const { input, submissionId, ignoredFields } = await this.inputOf(form, definition, body);
    const items = await this.check.errorsOf(caller, form, workflow);
    if (items.length > 0) throw new ApiError('workflow_validation_failed', { details: { items } });
    const mail = await this.mailOf(form, body);
    const isPlanLimited = !(await this.blocked.mayStartTest(form.accountId));
    const run = await this.starter.start(
      {
        accountId: form.accountId,
        formId: form.id,
        workflowId: workflow.id,
        version: null,
        draft: { revision: workflow.draftRevision, definition },
        submissionId,
        input: { ...input, ...(mail && { mail }) },
        runKind: 'test',
        maxCost: estimateCost(definition, testPriceOf).max,
        isPlanLimited,
      },
      this.clock.now(),
    );
    return { ...run, ignoredFields };
  }

  /**
   * The mail of the test, which counts towards the limits. It goes to the owner of the account only, so that no key can send mails to
   * others by tests, and the limits keep tests from flooding the mailbox of the owner.
   */
  private async mailOf({ id: formId, accountId }: TestedForm, { send_mail: nodeId }: StartTestDto): Promise<TestMail | null> {
    if (nodeId === undefined) return null;
    if (!this.config.smtpUrl || !this.config.mailFrom) throw new ApiError('mail_not_configured');
    const { notifyEmail } = await this.accounts.get(accountId);
    if (notifyEmail === null) throw new ApiError('no_account_address');
    const reached = await this.mails.take(accountId, formId);
    if (reached) throw tooManyMails(reached);
    return { node_id: nodeId, to: notifyEmail };
  }

  private async inputOf(form: TestedForm, definition: Definition, body: StartTestDto): Promise<Input> {
    if (body.source === 'recent_submission') return this.submittedInput(form.id, body);
    const made = { source: sampleSource(definition), received_at: this.clock.now().toISOString(), file_count: 0 };
    const definitions = await this.details.fieldsOf(form.id);
    if (body.source === 'sample') {
      return { input: { ...made, fields: sampleFields(definitions) }, submissionId: null, ignoredFields: [] };
    }
    const { values, otherValues, otherValuesDropped, ignoredFields, errors } = validated(body.fields!, definitions, form);
    if (errors.length > 0) throw validationFailed(errors.map(inFields));
    return { input: { ...made, fields: values, ...otherMembers(otherValues, otherValuesDropped) }, submissionId: null, ignoredFields };
  }

  /** The errors of the values of a manual test, which are reported together with all other errors of the body. */
  private async valueErrors(form: TestedForm, { source, fields }: StartTestDto): Promise<FieldError[]> {
    if (source !== 'manual' || !isJsonObject(fields)) return [];
    return validated(fields, await this.details.fieldsOf(form.id), form).errors.map(inFields);
  }

  private async submittedInput(formId: string, body: StartTestDto): Promise<Input> {
    const found = await this.details.submission(formId, body.submission_id ?? null);
    if (!found) throw validationFailed([{ path: 'submission_id', message: body.submission_id ? FOREIGN : NONE_YET }]);
    const { id, source, receivedAt, fileCount, fields, otherValues, otherValuesDropped, addressConfirmed } = found;
    const others = otherMembers(otherValues, otherValuesDropped);
    const input = {
      source,
      received_at: receivedAt.toISOString(),
      file_count: fileCount,
      fields,
      ...others,
      ...(addressConfirmed && { address_confirmed: true }),
    };
    return { input, submissionId: id, ignoredFields: [] };
  }
}

const tooManyMails = ({ bucket, retryAfterSeconds }: ReachedLimit): ApiError =>
  new ApiError('rate_limit_exceeded', {
    message:
      bucket === 'test_mails'
        ? `An account may send ${MAX_TEST_MAILS} mails of tests an hour. Wait as long as the Retry-After header says, or start the test without "send_mail".`
        : 'The account has had as many mails as its plan allows in an hour. Wait as long as the Retry-After header says.',
    details: { bucket, retry_after: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

function mailErrorsOf({ nodes }: Definition, { send_mail: id }: StartTestDto): FieldError[] {
  const isMail = nodes.some((node) => node.id === id && node.type === 'email' && !node.disabled);
  return id === undefined || isMail
    ? []
    : [{ path: 'send_mail', message: 'must be the id of an e-mail step of the draft that is not off' }];
}

interface Input {
  input: TestInput;
  submissionId: string | null;
  ignoredFields: string[];
}

const otherMembers = (values: TestInput['other_values'] | null, dropped: string[] | null) => ({
  ...(values && { other_values: values }),
  ...(dropped && { other_values_dropped: dropped }),
});

const validated = (values: Record<string, unknown>, fields: FieldDefinition[], form: TestedForm): ValidatedSubmission =>
  compileSubmissionRules(fields, form.validateFields, nameSettingsOf(settingsOf(form.settings))).validate({ encoding: 'json', values });

const inFields = (error: SubmissionError): FieldError =>
  error.reason.code === 'too_many_fields' ? { ...error, path: 'fields' } : { ...error, path: `fields.${error.path}` };

const FOREIGN = 'must be the id of a submission of this form';
const NONE_YET = 'the form has no submission yet';
