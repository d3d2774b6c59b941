import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../api/operation/audit-events.repository';
import { Clock } from '../platform/time';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { Transactions } from '../platform/database/transactions';
import { OperatorError } from '../platform/errors/operator-error';
import { ShortLivedCache } from '../platform/short-lived-cache';
import { type AccountSecretEntity, type ListedSecret, MAX_SECRET_BYTES, type OpenSecret } from './account-secret.entity';
import { AccountSecretsRepository } from './account-secrets.repository';

/** Manages the secrets that workflows use in deliveries. Each change is one transaction, which also adds an audit event. */
@Injectable()
export class AccountSecretsService {
  private readonly sealer: Sealer;
  /** Decrypted secrets by account and requested names, for deliveries. They are kept in memory only. */
  private readonly opened = new ShortLivedCache<Readonly<Record<string, OpenSecret>>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: AccountSecretsRepository,
    private readonly auditEvents: AuditEventsRepository,
    private readonly clock: Clock,
    keys: SecretKeys,
  ) {
    this.sealer = new Sealer(keys, 'account-secret');
  }

  /** Creates a secret or replaces its value, which deliveries use within five seconds. With null, an existing secret keeps its hosts. */
  async set(accountId: string, name: string, value: string, hosts: readonly string[] | null = null): Promise<string[]> {
    refuseInvalidValue(value);
    const sealed = this.sealer.seal(value, boundTo({ accountId, name }));
    const stored = await this.transactions.run(async () => {
      await this.audit(accountId, 'secrets set', name);
      return this.secrets.upsert({ accountId, name, sealed, updatedAt: this.clock.now() }, hosts);
    });
    this.opened.clear();
    return stored;
  }

  /** Replaces the hosts of a secret and keeps its value. Deliveries apply the change within five seconds. */
  async setHosts(accountId: string, name: string, hosts: readonly string[]): Promise<void> {
    await this.transactions.run(async () => {
      if (!(await this.secrets.setHosts(accountId, name, hosts))) throw unknownSecret(name);
      await this.audit(accountId, 'secrets hosts', name);
    });
    this.opened.clear();
  }

  list(accountId: string): Promise<ListedSecret[]> {
    return this.secrets.list(accountId);
  }

  async remove(accountId: string, name: string): Promise<void> {
    await this.transactions.run(async () => {
      const isDeleted = await this.secrets.delete(accountId, name);
      if (!isDeleted) throw unknownSecret(name);
      await this.audit(accountId, 'secrets remove', name);
    });
    this.opened.clear();
  }

  /** Returns the existing secrets with these names, at most five seconds old. Callers check `hosts` before they send a value. */
  async open(accountId: string, names: readonly string[]): Promise<Readonly<Record<string, OpenSecret>>> {
    if (names.length === 0) return {};
    return this.opened.get([accountId, ...names].join(' '), async () => {
      const rows = await this.secrets.find(accountId, names);
      return Object.fromEntries(rows.map((row) => [row.name, { value: this.valueOf(row), hosts: row.hosts }]));
    });
  }

  private valueOf(row: AccountSecretEntity): string {
    return this.sealer.openOrThrow(row.sealed, boundTo(row), 'A secret of an account').toString();
  }

  private async audit(accountId: string, action: string, name: string): Promise<void> {
    await this.auditEvents.insert({ accountId, action, resourceId: name });
  }
}

function refuseInvalidValue(value: string): void {
  if (value === '') throw new OperatorError('The value of a secret must not be empty.');
  if (Buffer.byteLength(value) <= MAX_SECRET_BYTES) return;
  throw new OperatorError(`The value of a secret can have at most ${MAX_SECRET_BYTES / 1024} KiB.`);
}

const unknownSecret = (name: string): OperatorError =>
  new OperatorError(`The account has no secret "${name}". "secrets list" shows its secrets.`);

const boundTo = ({ accountId, name }: Pick<AccountSecretEntity, 'accountId' | 'name'>): string => `${accountId}|${name}`;
