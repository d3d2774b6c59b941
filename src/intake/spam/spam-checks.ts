import { Injectable } from '@nestjs/common';
import { MAX_SECONDS_APART } from '../../platform/database/clock-watch';
import type { ValidatedSubmission } from '../../fields/values/submission.rules';
import type { SubmittedValues } from '../../fields/values/submitted-fields.rules';
import type { SpamVerdict } from '../../submissions/spam.types';
import type { SubmissionSource } from '../../submissions/submission.entity';
import type { CompiledForm } from '../compiled-form';
import { unsolved, unverified } from '../intake-errors';
import { PageTokens } from '../page-tokens';
import type { ReceivedSubmission } from '../received-submission';
import type { ControlFields } from '../underscore-fields.rules';
import { type ChallengeAnswer, Challenges } from './challenges';
import { verdictOf, type JudgedSettings } from './checks.rules';
import { JudgedSubmissionsRepository } from './judged-submissions.repository';
import { Siteverify } from './siteverify';
import { activeProvider, type ProviderAnswer } from './siteverify-providers.rules';
import { TextDigests } from './text-digests';
import type { SpamSettingsView } from '../../forms/settings/spam-settings.dto';
import { ShortLivedCache } from '../../platform/short-lived-cache';

/** Decides whether forms with `auto` require a proof of work. A decision is valid for five seconds. */
@Injectable()
export class AdaptiveProofOfWork {
  private readonly attacked = new ShortLivedCache<boolean>();

  constructor(private readonly submissions: JudgedSubmissionsRepository) {}

  /** Resolves `auto` to `quarantine` while most submissions look like spam for other reasons, else to `off`. */
  async settingsOf(formId: string, spam: SpamSettingsView): Promise<JudgedSettings> {
    const { proof_of_work } = spam;
    if (proof_of_work !== 'auto') return { ...spam, proof_of_work };
    const isAttacked = await this.attacked.get(formId, () => this.submissions.isMostlySpam(formId));
    return { ...spam, proof_of_work: isAttacked ? 'quarantine' : 'off' };
  }
}

export interface ReadSubmission {
  submission: ReceivedSubmission;
  /** The values without the token of a provider. */
  fields: SubmittedValues;
  control: ControlFields;
  token: string | null;
  source: SubmissionSource;
  /** The signed numbers of deliveries that have led to it; null for most. */
  hops: string | null;
}

@Injectable()
export class SpamChecks {
  constructor(
    private readonly tokens: PageTokens,
    private readonly automatic: AdaptiveProofOfWork,
    private readonly challenges: Challenges,
    private readonly digests: TextDigests,
    private readonly siteverify: Siteverify,
  ) {}

  /** Throws 422 without a required proof of work or provider token. Asks the provider last, since that takes the longest. */
  async judge(
    form: CompiledForm,
    { control, token, submission }: Pick<ReadSubmission, 'control' | 'token' | 'submission'>,
    { values, otherValues }: Pick<ValidatedSubmission, 'values' | 'otherValues'>,
  ): Promise<SpamVerdict> {
    const challenge = await this.answerOf(form, control);
    const spam = await this.automatic.settingsOf(form.formId, form.settings.spam);
    if (spam.proof_of_work === 'require' && challenge?.outcome !== 'solved') throw unsolved();
    const siteverify = await this.verificationOf(form, token, submission);
    return verdictOf(spam, {
      isHoneypotFilled: control.isHoneypotFilled,
      elapsedMs: this.elapsedMsOf(form, control, challenge),
      challenge,
      siteverify,
      values: otherValues ? [values, otherValues] : values,
      textDigests: spam.repeated_text === 'off' ? [] : this.digests.of(form, values, otherValues),
    });
  }

  /** Also checks a challenge that the form does not require, so that its result is recorded. */
  private async answerOf({ formId, settings }: CompiledForm, control: ControlFields): Promise<ChallengeAnswer | null> {
    const isLookedAt = settings.spam.proof_of_work !== 'off' || control.challengeAnswer !== null;
    return isLookedAt ? this.challenges.check(control.challengeAnswer, formId) : null;
  }

  private async verificationOf(form: CompiledForm, token: string | null, submission: ReceivedSubmission): Promise<ProviderAnswer | null> {
    const provider = activeProvider(form.settings);
    if (!provider) return null;
    const answer = await this.siteverify.ask(form, token, submission);
    if (answer === 'failed' && form.settings.spam.siteverify.level === 'require') throw unverified(provider.control);
    return answer;
  }

  /** Prefers the time of the hosted page. Ignores pages from the future, which a process with a wrong clock has made. */
  private elapsedMsOf({ formId }: CompiledForm, { pageToken }: ControlFields, challenge: ChallengeAnswer | null): number | null {
    const ofPage = pageToken === null ? null : this.tokens.elapsedMsOf(pageToken, formId);
    const elapsedMs = ofPage ?? challenge?.elapsedMs ?? null;
    return elapsedMs !== null && elapsedMs < -MAX_SECONDS_APART * 1000 ? null : elapsedMs;
  }
}
