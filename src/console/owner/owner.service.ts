import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/accounts.service';
import { ApiError } from '../../api/errors/api-error';
import { SignInMailsService } from '../../keys/mails/sign-in-mails.service';
import type { NewPerson } from '../../keys/people.rules';
import { PeopleService } from '../../keys/people.service';
import { Transactions } from '../../platform/database/transactions';
import { ConsoleSecretsRepository } from '../console-secrets.repository';
import type { FoundSession } from '../session.types';

/** Asks once who the owner of an account is, in a session of the link that the start of the service prints. */
@Injectable()
export class OwnerService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsService,
    private readonly people: PeopleService,
    private readonly mails: SignInMailsService,
    private readonly secrets: ConsoleSecretsRepository,
  ) {}

  isAsked({ isConsole, accountId }: FoundSession): Promise<boolean> | false {
    return isConsole && this.accounts.asksForOwner(accountId);
  }

  /**
   * Makes the owner a person with all rights and without an end, whose session this is from now on, and invites the address where there is
   * a mail server. Null answers "later". Throws 403 for a session of a key, and 409 when the question was answered before.
   */
  answer({ isConsole, accountId, keyId, sessionId }: FoundSession, owner: NewPerson | null, requestId: string): Promise<void> {
    if (!isConsole) throw new ApiError('insufficient_scope', { message: ONLY_BY_LINK });
    return this.transactions.run(async () => {
      if (!(await this.accounts.answerForOwner(accountId))) throw new ApiError('person_exists', { message: ANSWERED });
      if (!owner) return;
      const { id } = await this.people.createOwner(accountId, owner, { actor: 'console', apiKeyId: keyId, requestId });
      await this.secrets.moveTo(sessionId, id);
      if (this.mails.isOffered()) await this.mails.invite({ id, accountId, address: owner.address });
    });
  }
}

const ONLY_BY_LINK = 'Only the link that the service prints asks for the owner. Invite people under "Account".';
const ANSWERED = 'The question for the owner was answered before. Invite people under "Account".';
