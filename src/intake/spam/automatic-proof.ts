import { Injectable } from '@nestjs/common';
import type { SpamSettings } from '../../forms/form-settings.types';
import { ShortLivedCache } from '../../platform/short-lived-cache';
import { AttackRepository } from './attack.repository';
import type { JudgedSettings } from './checks.rules';

/** Decides for forms whose proof of work is `auto`, up to five seconds late. */
@Injectable()
export class AutomaticProof {
  private readonly attacked = new ShortLivedCache<boolean>();

  constructor(private readonly submissions: AttackRepository) {}

  /** `auto` quarantines while most of what comes looks like spam for other reasons, and is off else. */
  async settingsOf(formId: string, spam: SpamSettings): Promise<JudgedSettings> {
    const { proofOfWork } = spam;
    if (proofOfWork !== 'auto') return { ...spam, proofOfWork };
    const isAttacked = await this.attacked.get(formId, () => this.submissions.isAttacked(formId));
    return { ...spam, proofOfWork: isAttacked ? 'quarantine' : 'off' };
  }
}
