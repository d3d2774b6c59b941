import { Injectable } from '@nestjs/common';
import { notFound } from '../api/errors/api-error';
import { Database } from '../platform/database/database';
import type { Taken } from './availability.rules';

/** Reads how much of the limits of a form is taken, by the clock of the database. */
@Injectable()
export class AvailabilityRepository {
  constructor(private readonly database: Database) {}

  /** Throws 404 for a form that was deleted. */
  async of(formId: string): Promise<Taken> {
    const taken = await this.database.queryOne<Taken>(TAKEN, [formId]);
    if (!taken) throw notFound();
    return taken;
  }
}

const TAKEN = `
  select now() as now, s.submissions_count as submissions,
    coalesce((select json_agg(p) from place_counts p where p.form_id = s.form_id), '[]') as options
  from form_stats s where s.form_id = $1`;
