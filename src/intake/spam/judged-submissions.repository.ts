import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import type { JudgedSubmission } from './back-test';

export interface Before {
  receivedAt: Date | 'infinity';
  id: string;
}

/** Reads submissions that were sent without a token, which are the ones that the checks for spam judge. */
@Injectable()
export class JudgedSubmissionsRepository {
  constructor(private readonly database: Database) {}

  /** Returns up to 25 submissions before a position, newest first. */
  before(formId: string, { receivedAt, id }: Before): Promise<JudgedSubmission[]> {
    return this.database.query<JudgedSubmission>(BEFORE, [formId, receivedAt, id]);
  }

  /** True when more than half of the last 50 were quarantined for another reason than a missing solution. Unconfirmed ones do not count. */
  async isMostlySpam(formId: string): Promise<boolean> {
    const found = await this.database.queryOne<{ held: number }>(HELD, [formId, LOOKED_AT]);
    return found!.held > LOOKED_AT / 2;
  }
}

const LOOKED_AT = 50;

/** Each part has an index in this order. Submissions with a token are quarantined only for their value or by the owner. */
function newest(columns: string, limit: string, condition = ''): string {
  const newestWhere = (part: string): string => `(
    select ${columns} from submissions where form_id = $1 ${condition} and ${part} order by received_at desc, id desc limit ${limit})`;
  return `
    select * from (
      ${newestWhere(`state = 'accepted' and source = 'form_submit'`)}
      union all ${newestWhere(`state = 'accepted' and source = 'hosted_form'`)}
      union all ${newestWhere(`state = 'quarantined' and source <> 'api'`)}
    ) judged order by received_at desc, id desc limit ${limit}`;
}

const BEFORE = newest('id, received_at, fields, other_values, signals', '25', 'and (received_at, id) < ($2, $3::uuid)');

const HELD = `
  select count(*)::int as held
    from (${newest('received_at, id, state, spam_reasons, signals', '$2', 'and not is_unconfirmed')}) newest
    where state = 'quarantined'
      and (spam_reasons @? '$[*] ? (@.check != "proof_of_work")' or signals ->> 'proof_of_work' <> 'missing')`;
