import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import type { JudgedSubmission } from './back-test';

/** The position of a submission in the order of arrival. */
export interface Before {
  receivedAt: Date | 'infinity';
  id: string;
}

/** Reads stored submissions for trying checks on them. */
@Injectable()
export class BackTestRepository {
  constructor(private readonly database: Database) {}

  /** Up to 25 submissions that came without a token and precede another one, newest first. */
  judgedBefore(formId: string, { receivedAt, id }: Before): Promise<JudgedSubmission[]> {
    return this.database.query<JudgedSubmission>(JUDGED_BEFORE, [formId, receivedAt, id]);
  }
}

const newestWhere = (condition: string): string => `(
  select id, received_at, fields, other_values, signals from submissions
  where form_id = $1 and (received_at, id) < ($2, $3::uuid) and ${condition}
  order by received_at desc, id desc limit 25)`;

/** Each part has an index in this order. Submissions with a token are held only by their value or their owner. */
const JUDGED_BEFORE = `
  select * from (
    ${newestWhere(`state = 'accepted' and source = 'form_submit'`)}
    union all ${newestWhere(`state = 'accepted' and source = 'hosted_form'`)}
    union all ${newestWhere(`state = 'quarantined' and source <> 'api'`)}
  ) judged order by received_at desc, id desc limit 25`;
