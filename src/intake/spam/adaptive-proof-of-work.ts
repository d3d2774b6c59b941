import { Injectable } from '@nestjs/common';
import type { SpamSettingsView } from '../../forms/settings/spam-settings.dto';
import { ShortLivedCache } from '../../platform/short-lived-cache';
import { SpamRateRepository } from './spam-rate.repository';
import type { JudgedSettings } from './checks.rules';

/** Decides for forms whose proof of work is `auto`, up to five seconds late. */
@Injectable()
export class AdaptiveProofOfWork {
  private readonly attacked = new ShortLivedCache<boolean>();

  constructor(private readonly submissions: SpamRateRepository) {}

  /** `auto` quarantines while most of what comes looks like spam for other reasons, and is off else. */
  async settingsOf(formId: string, spam: SpamSettingsView): Promise<JudgedSettings> {
    const { proof_of_work } = spam;
    if (proof_of_work !== 'auto') return { ...spam, proof_of_work };
    const isAttacked = await this.attacked.get(formId, () => this.submissions.isMostlySpam(formId));
    return { ...spam, proof_of_work: isAttacked ? 'quarantine' : 'off' };
  }
}
