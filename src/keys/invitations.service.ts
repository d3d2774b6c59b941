import { Inject, Injectable } from '@nestjs/common';
import { ApiError, type FieldError, validationFailed } from '../api/errors/api-error';
import { type Config, CONFIG } from '../platform/config/config';
import { type KeyRow, requireLasting } from './key.rules';
import { SignInMailsService } from './mails/sign-in-mails.service';

/** A mail with a link that signs a person in once. */
export interface Invitation {
  address: string;
  expiresAt: Date;
}

/** Invites people by mail, in the transaction of the request. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly mails: SignInMailsService,
    @Inject(CONFIG) private readonly config: Pick<Config, 'console'>,
  ) {}

  /** The errors of a request for a new person: without a console, nobody could sign in. */
  errorsOfKind(): FieldError[] {
    return this.config.console === 'off' ? [{ path: 'kind', message: 'must be "key" while the console is off' }] : [];
  }

  /** Throws 422 for a key that is no person, 409 when it has ended or no mail can be sent, and 429 for too many invitations. */
  async invite(key: KeyRow): Promise<Invitation> {
    const { id, accountId, personAddress: address } = key;
    if (address === null) throw validationFailed([NO_PERSON]);
    requireLasting(key);
    if (this.config.console === 'off') throw new ApiError('mail_not_configured', { message: CONSOLE_OFF });
    return { address, expiresAt: await this.mails.invite({ id, accountId, address }) };
  }

  /** Invites a new person where there is a mail server. Resolves with null where there is none. Throws 429 for too many invitations. */
  async inviteIfPossible(person: KeyRow): Promise<Invitation | null> {
    return this.mails.isOffered() ? this.invite(person) : null;
  }
}

const NO_PERSON = { path: 'key', message: 'must be the id of a person: a key has no address for an invitation' };
const CONSOLE_OFF = 'The console is off, so nobody can be invited to it. The operator of the service sets CONSOLE.';
