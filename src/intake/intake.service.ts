import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import { sameDigest, sha256Of } from '../platform/crypto/digests';
import { ApiError, validationFailed } from '../api/errors/api-error';
import { newId } from '../platform/ids';
import { FailedAuthentications } from '../api/rate-limit/failed-authentications';
import { SubmissionKeysService } from '../submissions/submission-keys.service';
import { SubmissionWriter } from '../submissions/submission-writer';
import type { Receipt, SubmissionKey, WriteOutcome } from '../submissions/submission-writer.types';
import type { SubmissionSource } from '../submissions/submission.entity';
import { controlFieldsOf } from './control-fields.rules';
import type { ControlFields } from './control-fields.rules';
import type { FormContract } from './form-contract';
import { FormContractCache } from './form-contract-cache';
import { PageTokens } from './page-tokens';
import { IntakeLimits } from './intake-limits';
import type { SentFields } from './sent-fields.rules';
import { submissionKeyOf } from './submission-key';
import type { SubmissionRequest } from './submission-request';

/** What came of a visit. */
export interface SubmitResult {
  receipt: Receipt;
  isRepeated: boolean;
  /** Where a page wants its visitor to go, when the form allows that. */
  redirect: URL | null;
}

/**
 * Takes in what pages and servers send to a form. Cheap questions come first, and nothing of the body is read before the visitor may
 * submit at all.
 */
@Injectable()
export class IntakeService {
  constructor(
    private readonly contracts: FormContractCache,
    private readonly limits: IntakeLimits,
    private readonly failures: FailedAuthentications,
    private readonly nonces: PageTokens,
    private readonly receipts: SubmissionKeysService,
    private readonly writer: SubmissionWriter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async receive(formId: string, visit: SubmissionRequest): Promise<SubmitResult> {
    const isAnonymous = visit.token.kind === 'none';
    if (isAnonymous) await this.limits.takeForVisitor(visit.address);
    const contract = await this.contracts.of(formId);
    visit.applyForm(contract);
    if (isAnonymous) await this.limits.takeForVisitorOfForm(visit.address, formId);
    return this.acceptWithFreshForm(contract, visit);
  }

  /** Whether a page of this origin may read answers of the form. */
  async mayAsk(formId: string, origin: string | undefined): Promise<boolean> {
    const { origins } = await this.contracts.current(formId);
    return origins.allows(origin);
  }

  /** A refusal may rest on a contract that has grown old in the cache; then the newer one decides. */
  private async acceptWithFreshForm(
    contract: FormContract,
    visit: SubmissionRequest,
    looks = 0,
  ): Promise<SubmitResult> {
    try {
      return await this.accept(contract, visit);
    } catch (error) {
      const isRefusal =
        error instanceof FormChanged || (error instanceof ApiError && !FORM_INDEPENDENT_ERRORS.has(error.code));
      const newer = isRefusal && looks < MAX_RELOADS ? await this.contracts.newerThan(contract) : null;
      if (!newer) throw error;
      visit.applyForm(newer);
      return this.acceptWithFreshForm(newer, visit, looks + 1);
    }
  }

  private async accept(contract: FormContract, visit: SubmissionRequest): Promise<SubmitResult> {
    if (!contract.isEnabled) throw new ApiError('form_disabled');
    await this.admit(contract, visit);
    const sent = await visit.read();
    const control = controlFieldsOf(sent);
    const source = this.sourceOf(contract, visit, control);
    const redirect = control.redirect === null ? null : contract.origins.allowsRedirect(control.redirect);
    const key = control.isHoneypotFilled ? null : submissionKeyOf(visit.idempotencyHeader, sent);
    const known = control.isHoneypotFilled
      ? receiptForMachines(contract, sent)
      : key && (await this.receipts.find(contract.formId, key));
    if (known) await this.refuseOutdated(contract);
    const written = known ?? (await this.write(contract, visit, sent, source, key));
    return { ...receivedFrom(written), redirect };
  }

  /** What stores nothing has no commit that compares revisions. */
  private async refuseOutdated(contract: FormContract): Promise<void> {
    if (await this.contracts.newerThan(contract)) throw new FormChanged();
  }

  /** A token stands for itself. Without one the origin decides; our own page proves itself with what it sends. */
  private async admit(contract: FormContract, { token, origin, address }: SubmissionRequest): Promise<void> {
    if (token.kind === 'none') {
      if (contract.origins.allows(origin) || origin === this.ownOrigin()) return;
      throw new ApiError('origin_not_allowed');
    }
    if (token.kind === 'token' && sameDigest(sha256Of(token.text), contract.tokenDigest)) return;
    await this.failures.count(address);
    throw new ApiError('invalid_submission_token', { headers: { 'WWW-Authenticate': 'Bearer realm="submissions"' } });
  }

  private sourceOf(
    contract: FormContract,
    { token, origin }: SubmissionRequest,
    { nonce }: ControlFields,
  ): SubmissionSource {
    if (token.kind === 'token') return 'api';
    if (nonce !== null && this.nonces.isValid(nonce, contract.formId)) return 'hosted_form';
    if (!contract.origins.allows(origin)) throw new ApiError('origin_not_allowed');
    return 'form_submit';
  }

  private async write(
    contract: FormContract,
    visit: SubmissionRequest,
    sent: SentFields,
    source: SubmissionSource,
    idempotency: SubmissionKey | null,
  ): Promise<WriteOutcome> {
    const { values, ignored, faults } = contract.submissions.check(sent);
    if (faults.length > 0) throw validationFailed(faults);
    await this.limits.takeForForm(contract.formId);
    return this.writer.write({
      id: newId(),
      formId: contract.formId,
      revision: contract.revision,
      source,
      fields: values,
      fileCount: 0,
      ignoredFields: ignored,
      clientNetwork: visit.network,
      userAgent: visit.userAgent,
      idempotency,
    });
  }

  private ownOrigin(): string {
    return new URL(this.config.baseUrl).origin;
  }
}

/** The form was edited between the check and the commit. */
class FormChanged extends ApiError {
  constructor() {
    super('service_unavailable', {
      message: 'The form is being edited. Send the same again.',
      headers: { 'Retry-After': '1' },
    });
  }
}

const MAX_RELOADS = 3;

/** Refusals that no contract changes: whoever has too much to do is not asked for one. */
const FORM_INDEPENDENT_ERRORS: ReadonlySet<string> = new Set(['rate_limit_exceeded', 'service_unavailable']);

/** The same shape as for people, so that a program does not learn that it was found out. Nothing is stored. */
function receiptForMachines({ submissions }: FormContract, sent: SentFields): WriteOutcome {
  const { ignored } = submissions.check(sent);
  return { outcome: 'stored', receipt: { id: newId(), receivedAt: new Date(), fileCount: 0, ignoredFields: ignored } };
}

function receivedFrom(written: WriteOutcome): Pick<SubmitResult, 'receipt' | 'isRepeated'> {
  switch (written.outcome) {
    case 'stored':
    case 'repeated':
      return { receipt: written.receipt, isRepeated: written.outcome === 'repeated' };
    case 'key_conflict':
      throw new ApiError('idempotency_conflict');
    case 'quota_exceeded':
      throw new ApiError('submission_quota_exceeded', {
        headers: { 'Retry-After': String(secondsUntilNextMonth(new Date())) },
      });
    case 'form_changed':
      throw new FormChanged();
  }
}

function secondsUntilNextMonth(now: Date): number {
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000);
}
