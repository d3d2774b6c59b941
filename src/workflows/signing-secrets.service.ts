import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '../api/errors/api-error';
import { Clock } from '../platform/time';
import { MAX_PREVIOUS_SECRETS } from '../platform/crypto/digests.rules';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { Transactions } from '../platform/database/transactions';
import { newSigningSecret } from '../platform/outbound/webhook-signature';
import { ShortLivedCache } from '../platform/short-lived-cache';
import type { PreviousSigningSecretEntity, SigningSecretEntity } from './signing-secret.entity';
import { SigningSecretsRepository } from './signing-secrets.repository';
import type { WorkflowEntity } from './workflow.entity';
import { signingNodeIds } from './workflow.rules';
import type { StoredWorkflow } from './workflows.repository';

export interface SigningSecret {
  nodeId: string;
  secret: string;
  /** The replaced secrets that still sign, newest first. */
  previous: { secret: string; validUntil: Date }[];
  createdAt: Date;
}

/** The secrets that sign the requests of webhook nodes. A node keeps its secret even while neither draft nor version contains it. */
@Injectable()
export class SigningSecretsService {
  private readonly sealer: Sealer;
  private readonly delivering = new ShortLivedCache<SigningSecret>();

  constructor(
    private readonly secrets: SigningSecretsRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    keys: SecretKeys,
  ) {
    this.sealer = new Sealer(keys, 'signing-secret');
  }

  /** Creates the secrets that webhook nodes of the draft lack. The caller has locked the workflow. */
  async ensureFor({ id: workflowId, draftDefinition }: WorkflowEntity): Promise<void> {
    const nodeIds = signingNodeIds(draftDefinition);
    const existing = new Set((await this.secrets.find(workflowId, nodeIds)).map(({ nodeId }) => nodeId));
    const missing = nodeIds.filter((nodeId) => !existing.has(nodeId));
    if (missing.length > 0) await this.secrets.insert(missing.map((nodeId) => this.newSecret(workflowId, nodeId)));
  }

  /** The secrets of the webhook nodes of the draft, then of those that only the published version contains. */
  async list(stored: StoredWorkflow): Promise<SigningSecret[]> {
    const nodeIds = allSigningNodeIds(stored);
    const workflowId = stored.workflow.id;
    const rows = new Map((await this.secrets.find(workflowId, nodeIds)).map((row) => [row.nodeId, row]));
    const previous = await this.secrets.previous(workflowId, nodeIds, this.clock.now());
    return nodeIds.flatMap((nodeId) => rows.get(nodeId) ?? []).map((row) => this.decrypt(row, previous));
  }

  /**
   * Replaces the secret. The replaced secret also signs until its overlap ends, so that receivers can change over in their own time.
   * Without an overlap all earlier secrets end at once. Throws `too_many_secrets`.
   */
  async rotate(workflowId: string, nodeId: string, overlapSeconds: number): Promise<SigningSecret> {
    const current = await this.secrets.lock(workflowId, nodeId);
    if (!current) throw notFound(); // the form was deleted meanwhile
    const rotated = this.newSecret(workflowId, nodeId);
    if (overlapSeconds === 0) await this.secrets.deletePrevious(current);
    else await this.keep(current, new Date(rotated.createdAt.getTime() + overlapSeconds * 1000));
    await this.secrets.update(rotated);
    await this.transactions.afterCommit(() => this.delivering.delete(boundTo(rotated)));
    return this.withPrevious(rotated);
  }

  /**
   * The secrets that sign now, newest first. A rotation in another process takes effect within five seconds; until then the replaced
   * secret signs, which receivers accept during its overlap.
   */
  async activeFor(workflowId: string, nodeId: string): Promise<string[]> {
    const read = async () => this.withPrevious(await this.secrets.findOne(workflowId, nodeId));
    const { secret, previous } = await this.delivering.get(boundTo({ workflowId, nodeId }), read);
    const now = this.clock.now();
    return [secret, ...previous.filter(({ validUntil }) => validUntil > now).map((each) => each.secret)];
  }

  /** The lock on the current secret serializes rotations, so their number cannot exceed the limit. */
  private async keep(replaced: SigningSecretEntity, validUntil: Date): Promise<void> {
    const { workflowId, nodeId, sealed } = replaced;
    const now = this.clock.now();
    const previous = await this.secrets.previous(workflowId, [nodeId], now);
    if (previous.length >= MAX_PREVIOUS_SECRETS) throw new ApiError('too_many_secrets');
    await this.secrets.deletePrevious(replaced, now);
    await this.secrets.insertPrevious({ workflowId, nodeId, sealed, validUntil });
  }

  private newSecret(workflowId: string, nodeId: string): SigningSecretEntity {
    const sealed = this.sealer.seal(newSigningSecret(), boundTo({ workflowId, nodeId }));
    return { workflowId, nodeId, sealed, createdAt: this.clock.now() };
  }

  private async withPrevious(row: SigningSecretEntity): Promise<SigningSecret> {
    return this.decrypt(row, await this.secrets.previous(row.workflowId, [row.nodeId], this.clock.now()));
  }

  private decrypt(row: SigningSecretEntity, previousOfAll: PreviousSigningSecretEntity[]): SigningSecret {
    const { nodeId, createdAt } = row;
    const previous = previousOfAll
      .filter((each) => each.nodeId === nodeId)
      .map((each) => ({ secret: this.open(each), validUntil: each.validUntil }));
    return { nodeId, secret: this.open(row), previous, createdAt };
  }

  private open(row: SealedSecret): string {
    return this.sealer.openOrThrow(row.sealed, boundTo(row), 'A signing secret').toString();
  }
}

export function allSigningNodeIds({ workflow, version }: StoredWorkflow): string[] {
  const definitions = [workflow.draftDefinition, ...(version ? [version.definition] : [])];
  return [...new Set(definitions.flatMap(signingNodeIds))];
}

type SealedSecret = SigningSecretEntity | PreviousSigningSecretEntity;

const boundTo = ({ workflowId, nodeId }: Pick<SealedSecret, 'workflowId' | 'nodeId'>): string => `${workflowId}|${nodeId}`;
