import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PointsService } from '../../accounts/points.service';
import { AuditEventsRepository } from '../../api/operation/audit-events.repository';
import type { FormEntity } from '../../forms/form.entity';
import { type FormHook, FormHooks } from '../../forms/form-hooks';
import { settingsOf } from '../../forms/settings/form-settings.rules';
import { Transactions } from '../../platform/database/transactions';
import { BACKGROUND, HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { RunsOfSubmissionService } from '../../workflows/runs/api/runs-of-submission.service';
import { SubmissionWritesRepository } from '../submission-writes.repository';
import { RetentionRepository } from './retention.repository';

@Injectable()
export class RetentionService implements OnModuleInit, FormHook {
  constructor(
    private readonly retention: RetentionRepository,
    private readonly writes: SubmissionWritesRepository,
    private readonly points: PointsService,
    private readonly runs: RunsOfSubmissionService,
    private readonly audit: AuditEventsRepository,
    private readonly transactions: Transactions,
    private readonly hooks: FormHooks,
  ) {}

  onModuleInit(): void {
    this.hooks.register(this);
  }

  async membersOf({ id, settings }: FormEntity): Promise<{ retention_due?: number }> {
    const { days } = settingsOf(settings).retention;
    return days === null ? {} : { retention_due: await this.retention.countDue(id, days, MAX_COUNTED) };
  }

  /** Deletes one batch of the given form or of any form, and returns its size. Open runs end and release their points. */
  @PeriodicTask({ name: 'retention of submissions', processes: 'worker', everySeconds: HOURLY, dutyCycle: BACKGROUND })
  deleteBatch(formId: string | null = null): Promise<number> {
    return this.transactions.runRepeatedly(async () => {
      const due = await this.retention.nextDue(formId, BATCH_SIZE);
      if (!due) return 0;
      await this.writes.lockForm(due.formId);
      await this.points.lockBalance(due.accountId);
      await this.runs.delete(due.formId, due.ids);
      const deleted = await this.writes.delete(due.formId, due.ids);
      if (deleted > 0)
        await this.audit.insert({ accountId: due.accountId, action: 'form.retention', formId: due.formId, details: { deleted } });
      return deleted;
    });
  }

  dueForms(formId: string | null): Promise<{ formId: string; due: number }[]> {
    return this.retention.dueForms(formId);
  }
}

const MAX_COUNTED = 10_000;

/** The counters of the form are locked while a batch is deleted, so a batch takes only some ten milliseconds. */
const BATCH_SIZE = 50;
