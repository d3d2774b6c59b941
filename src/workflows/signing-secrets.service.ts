import { Injectable } from '@nestjs/common';
import { notFound } from '../api/errors/api-error';
import { Clock } from '../platform/clock';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { newSigningSecret } from '../platform/outbound/webhook-signature';
import type { SigningSecretEntity } from './signing-secret.entity';
import { SigningSecretsRepository } from './signing-secrets.repository';
import type { WorkflowEntity } from './workflow.entity';
import { signingNodeIds } from './workflow.rules';
import { WorkflowsService } from './workflows.service';

/** The decrypted secret of a webhook node. */
export interface SigningSecret {
  nodeId: string;
  secret: string;
  /** The secret before a rotation, as long as it still signs. */
  previous: { secret: string; validUntil: Date } | null;
  createdAt: Date;
}

/** The secrets that sign the requests of webhook nodes. A node keeps its secret even while neither draft nor version contains it. */
@Injectable()
export class SigningSecretsService {
  private readonly sealer: Sealer;

  constructor(
    private readonly secrets: SigningSecretsRepository,
    private readonly workflows: WorkflowsService,
    private readonly clock: Clock,
    keys: SecretKeys,
  ) {
    this.sealer = new Sealer(keys, 'signing-secret');
  }

  /** Creates the secrets that webhook nodes of the draft lack. The workflow is locked. */
  async ensureFor({ id: workflowId, draftDefinition }: WorkflowEntity): Promise<void> {
    const nodeIds = signingNodeIds(draftDefinition);
    const existing = new Set((await this.secrets.find(workflowId, nodeIds)).map(({ nodeId }) => nodeId));
    const missing = nodeIds.filter((nodeId) => !existing.has(nodeId));
    if (missing.length > 0) await this.secrets.insert(missing.map((nodeId) => this.newSecret(workflowId, nodeId)));
  }

  /** The secrets of the webhook nodes of the draft, then of those that only the published version contains. */
  async list(formId: string): Promise<SigningSecret[]> {
    const { workflowId, nodeIds } = await this.nodesOf(formId);
    const rows = new Map((await this.secrets.find(workflowId, nodeIds)).map((row) => [row.nodeId, row]));
    return nodeIds.flatMap((nodeId) => rows.get(nodeId) ?? []).map((row) => this.decrypt(row));
  }

  /** The webhook nodes of the draft and of the published version. */
  async nodesOf(formId: string): Promise<{ workflowId: string; nodeIds: string[] }> {
    const { workflow, published } = await this.workflows.read(formId);
    const definitions = [workflow.draftDefinition, ...(published ? [published.version.definition] : [])];
    return { workflowId: workflow.id, nodeIds: [...new Set(definitions.flatMap(signingNodeIds))] };
  }

  /** Replaces the secret. The previous one signs as well during the overlap, so that the receiver can change over in its own time. */
  async rotate(workflowId: string, nodeId: string, overlapSeconds: number): Promise<SigningSecret> {
    const current = await this.secrets.lock(workflowId, nodeId);
    if (!current) throw notFound(); // the form was deleted meanwhile
    const rotated = this.newSecret(workflowId, nodeId);
    if (overlapSeconds > 0) {
      rotated.previousSealed = current.sealed;
      rotated.previousValidUntil = new Date(rotated.createdAt.getTime() + overlapSeconds * 1000);
    }
    await this.secrets.update(rotated);
    return this.decrypt(rotated);
  }

  /** The secrets that sign at the moment, newest first. */
  async activeFor(workflowId: string, nodeId: string): Promise<string[]> {
    const { secret, previous } = this.decrypt(await this.secrets.findOne(workflowId, nodeId));
    return previous ? [secret, previous.secret] : [secret];
  }

  private newSecret(workflowId: string, nodeId: string): SigningSecretEntity {
    const sealed = this.sealer.seal(newSigningSecret(), boundTo({ workflowId, nodeId }));
    return { workflowId, nodeId, sealed, previousSealed: null, previousValidUntil: null, createdAt: this.clock.now() };
  }

  private decrypt(row: SigningSecretEntity): SigningSecret {
    const { nodeId, sealed, previousSealed, previousValidUntil: validUntil, createdAt } = row;
    const isPreviousValid = previousSealed && validUntil && validUntil > this.clock.now();
    const previous = isPreviousValid ? { secret: this.open(previousSealed, row), validUntil } : null;
    return { nodeId, secret: this.open(sealed, row), previous, createdAt };
  }

  private open(sealed: Buffer, row: SigningSecretEntity): string {
    return this.sealer.openOrThrow(sealed, boundTo(row), 'A signing secret').toString();
  }
}

const boundTo = ({ workflowId, nodeId }: Pick<SigningSecretEntity, 'workflowId' | 'nodeId'>): string =>
  `${workflowId}|${nodeId}`;
