import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, MoreThan } from 'typeorm';
import { Database } from '../platform/database/database';
import { PreviousSigningSecretEntity, SigningSecretEntity } from './signing-secret.entity';

/** The only writer of `workflow_signing_secrets` and `workflow_previous_signing_secrets`. */
@Injectable()
export class SigningSecretsRepository {
  constructor(private readonly database: Database) {}

  find(workflowId: string, nodeIds: string[]): Promise<SigningSecretEntity[]> {
    return this.database.repository(SigningSecretEntity).findBy({ workflowId, nodeId: In(nodeIds) });
  }

  /** Saving the draft with the node has created the secret, so an absent row is an error. */
  findOne(workflowId: string, nodeId: string): Promise<SigningSecretEntity> {
    return this.database.repository(SigningSecretEntity).findOneByOrFail({ workflowId, nodeId });
  }

  /** The previous secrets of these nodes whose overlap has not ended, newest first. */
  previous(workflowId: string, nodeIds: string[], now: Date): Promise<PreviousSigningSecretEntity[]> {
    return this.database.repository(PreviousSigningSecretEntity).find({
      where: { workflowId, nodeId: In(nodeIds), validUntil: MoreThan(now) },
      order: { id: 'DESC' },
    });
  }

  /** The secret of a node, locked until the transaction ends; null when the form was deleted meanwhile. */
  lock(workflowId: string, nodeId: string): Promise<SigningSecretEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.database.repository(SigningSecretEntity).findOne({ where: { workflowId, nodeId }, lock });
  }

  async insert(secrets: SigningSecretEntity[]): Promise<void> {
    await this.database.repository(SigningSecretEntity).insert(secrets);
  }

  async update({ workflowId, nodeId, ...changed }: SigningSecretEntity): Promise<void> {
    await this.database.repository(SigningSecretEntity).update({ workflowId, nodeId }, changed);
  }

  async insertPrevious(previous: Omit<PreviousSigningSecretEntity, 'id'>): Promise<void> {
    await this.database.repository(PreviousSigningSecretEntity).insert({ ...previous });
  }

  /** Deletes all previous secrets of a node, or only those whose overlap has ended by this time. */
  async deletePrevious({ workflowId, nodeId }: SigningSecretEntity, endedBy?: Date): Promise<void> {
    const validUntil = endedBy && LessThanOrEqual(endedBy);
    const where = { workflowId, nodeId, ...(validUntil && { validUntil }) };
    await this.database.repository(PreviousSigningSecretEntity).delete(where);
  }
}
