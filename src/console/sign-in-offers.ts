import { Inject, Injectable } from '@nestjs/common';
import { SignInMailsService } from '../keys/mails/sign-in-mails.service';
import { type Config, CONFIG } from '../platform/config/config';
import { reasonAgainstPasskeys } from './passkeys/relying-party.rules';

/** The ways to sign in that the service offers. */
export interface OffersView {
  /** False without a mail server. */
  mail: boolean;
  passkeys: boolean;
  /** A sentence that says why there are no passkeys; null when there are. */
  passkeys_reason: string | null;
}

/** Says which ways to sign in the settings of the service allow. */
@Injectable()
export class SignInOffers {
  constructor(
    private readonly mails: SignInMailsService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>,
  ) {}

  view(): OffersView {
    const reason = reasonAgainstPasskeys(this.config.baseUrl);
    return { mail: this.mails.isOffered(), passkeys: reason === null, passkeys_reason: reason };
  }
}
