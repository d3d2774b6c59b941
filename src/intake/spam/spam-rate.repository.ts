import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

/** Reads whether most of what a form gets is held. */
@Injectable()
export class SpamRateRepository {
  constructor(private readonly database: Database) {}

  /** More than half of the last 50 submissions without a token were held for another reason than a missing solution. */
  async isMostlySpam(formId: string): Promise<boolean> {
    const found = await this.database.queryOne<{ held: number }>(HELD, [formId, LOOKED_AT]);
    return found!.held > LOOKED_AT / 2;
  }
}

const LOOKED_AT = 50;

const newestWhere = (condition: string): string => `(
  select received_at, id, state, spam_reasons, signals from submissions where form_id = $1 and ${condition}
  order by received_at desc, id desc limit $2)`;

/** Each part has an index in this order. */
const HELD = `
  select count(*)::int as held
    from (
      select * from (
        ${newestWhere(`state = 'accepted' and source = 'form_submit'`)}
        union all ${newestWhere(`state = 'accepted' and source = 'hosted_form'`)}
        union all ${newestWhere(`state = 'quarantined' and source <> 'api'`)}
      ) public_ones order by received_at desc, id desc limit $2
    ) newest
    where state = 'quarantined'
      and (spam_reasons @? '$[*] ? (@.check != "proof_of_work")' or signals ->> 'proof_of_work' <> 'missing')`;
