import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock } from '../platform/clock';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { Database } from '../platform/database/database';
import { notFound } from '../api/errors/api-error';
import { newSigningSecret } from '../platform/outbound/webhook-signature';
import { SigningSecretEntity } from './signing-secret.entity';
import type { WorkflowEntity } from './workflow.entity';
import { signingNodeIds } from './workflow.rules';
import { WorkflowsService } from './workflows.service';

/** The secret of a webhook node, readable. */
export interface SigningSecret {
  nodeId: string;
  secret: string;
  /** During a rotation, while it signs as well. */
  previous: { secret: string; validUntil: Date } | null;
  createdAt: Date;
}

/** The secrets by which receivers recognise what webhook nodes send. A node keeps its own, also while no draft or version holds it. */
@Injectable()
export class SigningSecretsService {
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    private readonly workflows: WorkflowsService,
    private readonly clock: Clock,
    keys: SecretKeys,
  ) {
    this.sealer = new Sealer(keys, 'signing-secret');
  }

  /** Makes those that the draft of a locked workflow lacks. */
  async ensureFor({ id: workflowId, draftDefinition }: WorkflowEntity): Promise<void> {
    const nodeIds = signingNodeIds(draftDefinition);
    const known = new Set((await this.rowsOf(workflowId, nodeIds)).map(({ nodeId }) => nodeId));
    const missing = nodeIds.filter((nodeId) => !known.has(nodeId));
    const rows = missing.map((nodeId) => ({ workflowId, nodeId, ...NEVER_ROTATED, ...this.fresh(workflowId, nodeId) }));
    if (rows.length > 0) await this.database.repository(SigningSecretEntity).insert(rows);
  }

  /** One for each webhook node of the draft, then of the published version. */
  async list(formId: string): Promise<SigningSecret[]> {
    const { workflowId, nodeIds } = await this.nodesOf(formId);
    const rows = new Map((await this.rowsOf(workflowId, nodeIds)).map((row) => [row.nodeId, row]));
    return nodeIds.flatMap((nodeId) => rows.get(nodeId) ?? []).map((row) => this.opened(row));
  }

  /** The webhook nodes whose secrets are listed. */
  async nodesOf(formId: string): Promise<{ workflowId: string; nodeIds: string[] }> {
    const { workflow, published } = await this.workflows.read(formId);
    const definitions = [workflow.draftDefinition, ...(published ? [published.version.definition] : [])];
    return { workflowId: workflow.id, nodeIds: [...new Set(definitions.flatMap(signingNodeIds))] };
  }

  /** A new secret; the one before it signs as well for so long, so that the receiver need not change over at once. */
  async rotate(workflowId: string, nodeId: string, overlapSeconds: number): Promise<SigningSecret> {
    const table = this.database.repository(SigningSecretEntity);
    const row = await table.findOne({ where: { workflowId, nodeId }, lock: { mode: 'pessimistic_write' } });
    if (!row) throw notFound(); // the form was deleted meanwhile
    const rotated = { ...this.fresh(workflowId, nodeId), ...NEVER_ROTATED };
    if (overlapSeconds > 0) {
      rotated.previousSealed = row.sealed;
      rotated.previousValidUntil = new Date(rotated.createdAt.getTime() + overlapSeconds * 1000);
    }
    await table.update({ workflowId, nodeId }, rotated);
    return this.opened({ ...row, ...rotated });
  }

  /** What signs at the moment, newest first. */
  async activeFor(workflowId: string, nodeId: string): Promise<string[]> {
    const row = await this.database.repository(SigningSecretEntity).findOneByOrFail({ workflowId, nodeId });
    const { secret, previous } = this.opened(row);
    return previous ? [secret, previous.secret] : [secret];
  }

  private rowsOf(workflowId: string, nodeIds: string[]): Promise<SigningSecretEntity[]> {
    return this.database.repository(SigningSecretEntity).findBy({ workflowId, nodeId: In(nodeIds) });
  }

  private fresh(workflowId: string, nodeId: string): Pick<SigningSecretEntity, 'sealed' | 'createdAt'> {
    const sealed = this.sealer.seal(newSigningSecret(), boundTo({ workflowId, nodeId }));
    return { sealed, createdAt: this.clock.now() };
  }

  private opened(row: SigningSecretEntity): SigningSecret {
    const { nodeId, sealed, previousSealed, previousValidUntil: validUntil, createdAt } = row;
    const isPreviousValid = previousSealed && validUntil && validUntil > this.clock.now();
    const previous = isPreviousValid ? { secret: this.open(previousSealed, row), validUntil } : null;
    return { nodeId, secret: this.open(sealed, row), previous, createdAt };
  }

  private open(sealed: Buffer, row: SigningSecretEntity): string {
    const secret = this.sealer.open(sealed, boundTo(row));
    if (!secret) throw new Error('A signing secret cannot be opened: it was moved, or APP_SECRET changed.');
    return secret.toString();
  }
}

const NEVER_ROTATED: Pick<SigningSecretEntity, 'previousSealed' | 'previousValidUntil'> = {
  previousSealed: null,
  previousValidUntil: null,
};

const boundTo = ({ workflowId, nodeId }: Pick<SigningSecretEntity, 'workflowId' | 'nodeId'>): string =>
  `${workflowId}|${nodeId}`;
