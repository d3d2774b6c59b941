import { Injectable } from '@nestjs/common';
import { ApiError, type FieldError } from '../api/errors/api-error';
import { type AuditEvent, AuditEventsRepository } from '../api/operation/audit-events.repository';
import { Transactions } from '../platform/database/transactions';
import { Clock } from '../platform/time';
import type { Grantor, KeyRights } from './key-ceiling.rules';
import { type KeyRow, NO_END } from './key.rules';
import { KeysRepository } from './keys.repository';
import { KeysService } from './keys.service';
import { type LastingPerson, PeopleRepository } from './people.repository';
import type { NewPerson } from './people.rules';
import type { RequestedRights } from './requested-rights.rules';
import { ROLES } from './roles.rules';

export type { LastingPerson };

/** The maker of an owner: the operator, or a session of the console. */
export type OwnerMaker = Pick<AuditEvent, 'actor' | 'apiKeyId' | 'requestId'>;

/** Creates people and finds them by their address. All else of them is as for other keys, by the same code. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: KeysService,
    private readonly keyRows: KeysRepository,
    private readonly people: PeopleRepository,
    private readonly auditEvents: AuditEventsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a person with rights within those of the grantor. Throws 422 with the errors of the input and of the requested rights, 403 when
   * the plan allows no further key, and 409 when the account has somebody with the address.
   */
  async createBy(grantor: Grantor, personIn: () => NewPerson, requested: RequestedRights, errors: readonly FieldError[]): Promise<KeyRow> {
    const rights = await this.keys.admit(grantor, requested, errors);
    const { caller, isConsole, now } = grantor;
    return this.insert(caller.accountId, personIn(), rights, isConsole ? null : caller.keyId, now);
  }

  /** Creates a person with all rights and without an end. Throws 403 and 409 as `createBy` does. */
  createOwner(accountId: string, person: NewPerson, by: OwnerMaker = {}): Promise<KeyRow> {
    return this.transactions.run(async () => {
      await this.keyRows.lockAccount(accountId);
      await this.keys.requirePlace(accountId);
      const limits = { read: null, write: null, destructive: null };
      const rights = { scopes: ROLES.owner, formIds: null, writesEnabled: true, limits, expiresAt: NO_END };
      const owner = await this.insert(accountId, person, rights, null, this.clock.now());
      await this.auditEvents.insert({ ...by, accountId, action: 'keys create', resourceId: owner.id });
      return owner;
    });
  }

  /** Lists the people of all accounts who may sign in with an address, those who were here last first. */
  personsAt(address: string): Promise<LastingPerson[]> {
    return this.people.lastingAt(address);
  }

  /** Finds a person by the id; null for any other key, and when the rights have ended. */
  find(id: string): Promise<LastingPerson | null> {
    return this.people.findLasting(id);
  }

  /** Requires the lock on the keys of the account. An expired person leaves the address to a new one. */
  private async insert(
    accountId: string,
    { name, address }: NewPerson,
    rights: KeyRights,
    createdByKeyId: string | null,
    createdAt: Date,
  ): Promise<KeyRow> {
    const before = await this.people.findUnrevoked(accountId, address);
    if (before && !before.isExpired) throw new ApiError('person_exists');
    if (before) await this.keyRows.revoke([before.id], createdAt);
    const id = await this.keyRows.insert({ accountId, name, personAddress: address, rights, createdByKeyId, createdAt });
    return (await this.keyRows.get(id))!;
  }
}
