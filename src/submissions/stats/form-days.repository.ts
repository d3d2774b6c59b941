import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

/** The number of submissions that a form received on one day (UTC), by their verdict on arrival, and of those that it refused. */
export interface FormDay {
  /** A date such as `2026-11-20`. */
  date: string;
  accepted: number;
  quarantined: number;
  refused: number;
}

@Injectable()
export class FormDaysRepository {
  constructor(private readonly database: Database) {}

  last(formId: string, days: number): Promise<FormDay[]> {
    return this.database.query(LAST, [formId, days]);
  }

  /** Deletes one batch of days that are too old to be requested, and returns their number. */
  sweep(): Promise<number> {
    return this.database.deleteBatch('form_days', `day < (now() at time zone 'utc')::date - 90`, 'day');
  }
}

/** The counters of the last day with submissions are in the row with the form's other counters. */
const LAST = `
  select to_char(date, 'YYYY-MM-DD') as date,
      coalesce(d.accepted, 0) + case when c.day = date then c.day_accepted else 0 end as accepted,
      coalesce(d.quarantined, 0) + case when c.day = date then c.day_quarantined else 0 end as quarantined,
      coalesce((select sum(r.count) from form_refusals r where r.form_id = c.form_id and r.kind = 'refused' and r.day = date), 0)::int as refused
    from form_stats c
      cross join lateral (
        select (now() at time zone 'utc')::date - offset_days as date from generate_series(0, $2::int - 1) offset_days
      ) dates
      left join form_days d on d.form_id = c.form_id and d.day = date
    where c.form_id = $1
    order by date`;
