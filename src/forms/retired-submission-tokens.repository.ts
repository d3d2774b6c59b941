import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { Database } from '../platform/database/database';
import { RetiredSubmissionTokenEntity } from './form.entity';

/** The only writer of `retired_submission_tokens`. The form is locked. */
@Injectable()
export class RetiredSubmissionTokensRepository {
  constructor(private readonly database: Database) {}

  count(formId: string): Promise<number> {
    return this.database.repository(RetiredSubmissionTokenEntity).countBy({ formId });
  }

  async insert(token: RetiredSubmissionTokenEntity): Promise<void> {
    await this.database.repository(RetiredSubmissionTokenEntity).insert(token);
  }

  /** Deletes those that have ended by then; without a time all of them. */
  async delete(formId: string, endedBy?: Date): Promise<void> {
    const ended = endedBy && { validUntil: LessThanOrEqual(endedBy) };
    await this.database.repository(RetiredSubmissionTokenEntity).delete({ formId, ...ended });
  }
}
