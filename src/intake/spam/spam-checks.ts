import { Injectable } from '@nestjs/common';
import type { SpamVerdict } from '../../submissions/spam.types';
import type { CompiledForm } from '../compiled-form';
import { unsolved } from '../intake-errors';
import { PageTokens } from '../page-tokens';
import type { ControlFields } from '../underscore-fields.rules';
import { AutomaticProof } from './automatic-proof';
import { type ChallengeAnswer, Challenges } from './challenges';
import { verdictOf } from './checks.rules';
import { TextDigests } from './text-digests';

/** Judges submissions that come without a token. */
@Injectable()
export class SpamChecks {
  constructor(
    private readonly tokens: PageTokens,
    private readonly automatic: AutomaticProof,
    private readonly challenges: Challenges,
    private readonly digests: TextDigests,
  ) {}

  /** Throws 422 where the form requires a proof of work and there is none. */
  async judge(
    form: CompiledForm,
    control: ControlFields,
    values: Readonly<Record<string, unknown>>,
  ): Promise<SpamVerdict> {
    const challenge = await this.answerOf(form, control);
    const spam = await this.automatic.settingsOf(form.formId, form.settings.spam);
    if (spam.proofOfWork === 'require' && challenge?.outcome !== 'solved') throw unsolved();
    return verdictOf(spam, {
      isHoneypotFilled: control.isHoneypotFilled,
      elapsedMs: this.elapsedMsOf(form, control, challenge),
      challenge,
      values,
      textDigests: spam.repeatedText === 'off' ? [] : this.digests.of(form, values),
    });
  }

  /** Also where nobody asks for it, if there is one, so that it is recorded. */
  private async answerOf({ formId, settings }: CompiledForm, control: ControlFields): Promise<ChallengeAnswer | null> {
    const isLookedAt = settings.spam.proofOfWork !== 'off' || control.challengeAnswer !== null;
    return isLookedAt ? this.challenges.check(control.challengeAnswer, formId) : null;
  }

  /** By the hosted page, or else by the challenge that another page fetched when it was opened. */
  private elapsedMsOf(
    { formId }: CompiledForm,
    { pageToken }: ControlFields,
    challenge: ChallengeAnswer | null,
  ): number | null {
    const ofPage = pageToken === null ? null : this.tokens.elapsedMsOf(pageToken, formId);
    return ofPage ?? challenge?.elapsedMs ?? null;
  }
}
