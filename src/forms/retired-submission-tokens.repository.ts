import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { Database } from '../platform/database/database';
import { RetiredSubmissionTokenEntity } from './form.entity';

/** The only writer of `retired_submission_tokens`. Callers have locked the form. */
@Injectable()
export class RetiredSubmissionTokensRepository {
  constructor(private readonly database: Database) {}

  count(formId: string): Promise<number> {
    return this.database.repository(RetiredSubmissionTokenEntity).countBy({ formId });
  }

  async insert(token: RetiredSubmissionTokenEntity): Promise<void> {
    await this.database.repository(RetiredSubmissionTokenEntity).insert(token);
  }

  /** Deletes the tokens that have ended by this time, or all of them without a time. */
  async delete(formId: string, endedBy?: Date): Promise<void> {
    const ended = endedBy && { validUntil: LessThanOrEqual(endedBy) };
    await this.database.repository(RetiredSubmissionTokenEntity).delete({ formId, ...ended });
  }
}
