import { Inject, Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import { makeSecret } from '../api/auth/secret-format.rules';
import { ApiError } from '../api/errors/api-error';
import { AuditEventsRepository } from '../api/operation/audit-events.repository';
import type { ApiKeyEntity } from '../keys/api-key.entity';
import { KeysService } from '../keys/keys.service';
import { type Config, CONFIG } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { OperatorError } from '../platform/errors/operator-error';
import { ConsoleDigests, ConsoleSecretsRepository, markOf } from './console-secrets.repository';

/** An address that signs in to the console once. */
export interface ConsoleLink {
  url: string;
  expiresAt: Date;
}

/** Creates links to the console: for the owner of an account, with all rights in it, and for other people, with the rights of a key. */
@Injectable()
export class ConsoleLinksService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsService,
    private readonly keys: KeysService,
    private readonly secrets: ConsoleSecretsRepository,
    private readonly digests: ConsoleDigests,
    private readonly auditEvents: AuditEventsRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl' | 'console'>,
  ) {}

  async create(accountId: string): Promise<ConsoleLink> {
    this.requireConsole();
    return this.transactions.run(async () => this.linkFor(accountId, (await this.keys.consoleKeyOf(accountId)).id));
  }

  /** Creates a link for the first account; null when the account already had one. */
  createFirst(): Promise<ConsoleLink | null> {
    return this.transactions.run(async () => {
      const [account] = await this.accounts.list();
      if (!account) return null;
      const { id, isNew } = await this.keys.consoleKeyOf(account.id);
      return isNew ? this.linkFor(account.id, id) : null;
    });
  }

  /** Creates a link that signs in as a key, and ends the earlier links of the key. Throws 409 when the key has ended. */
  async createFor({ id, accountId }: Pick<ApiKeyEntity, 'id' | 'accountId'>, lifetimeSeconds: number): Promise<ConsoleLink> {
    await this.secrets.endLinks(id);
    return this.newLink(accountId, id, lifetimeSeconds);
  }

  /** Creates a link of the operator for a person, and ends the earlier links of the person. */
  async createForPerson({ id, accountId }: Pick<ApiKeyEntity, 'id' | 'accountId'>): Promise<ConsoleLink> {
    this.requireConsole();
    return this.transactions.run(async () => {
      const link = await this.createFor({ id, accountId }, OWN_LINK_SECONDS);
      await this.auditEvents.insert({ accountId, action: 'keys sign_in_link', resourceId: id });
      return link;
    });
  }

  private requireConsole(): void {
    if (this.config.console === 'off') throw new OperatorError('The console is off. Set CONSOLE to "on", its default.');
  }

  private async linkFor(accountId: string, keyId: string): Promise<ConsoleLink> {
    const link = await this.newLink(accountId, keyId, OWN_LINK_SECONDS);
    await this.auditEvents.insert({ accountId, apiKeyId: keyId, actor: 'operator', action: 'console link', resourceId: keyId });
    return link;
  }

  private async newLink(accountId: string, keyId: string, lifetimeSeconds: number): Promise<ConsoleLink> {
    const { text } = makeSecret('fcl', markOf(accountId));
    const expiresAt = await this.secrets.insertLink(this.digests.of(text)[0], keyId, lifetimeSeconds);
    if (!expiresAt) throw new ApiError('key_ended');
    return { url: `${this.config.baseUrl}/console#${text}`, expiresAt };
  }
}

const OWN_LINK_SECONDS = 600;
