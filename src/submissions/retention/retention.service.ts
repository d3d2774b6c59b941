import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountsService } from '../../accounts/accounts.service';
import { PointsService } from '../../accounts/points.service';
import type { Caller } from '../../api/auth/caller';
import { AuditEventsRepository } from '../../api/operation/audit-events.repository';
import type { FormEntity, RetentionBefore } from '../../forms/form.entity';
import { type FormHook, FormHooks, type SettingsMembers } from '../../forms/form-hooks';
import type { StoredSettings } from '../../forms/settings/form-settings.dto';
import { settingsOf } from '../../forms/settings/form-settings.rules';
import { timeTextIn } from '../../platform/text/time-text.rules';
import { Transactions } from '../../platform/database/transactions';
import { BACKGROUND, HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { RunsOfSubmissionService } from '../../workflows/runs/api/runs-of-submission.service';
import { SubmissionWritesRepository } from '../submission-writes.repository';
import { RetentionRepository } from './retention.repository';
import { type Days, keptAfter } from './retention.rules';

@Injectable()
export class RetentionService implements OnModuleInit, FormHook {
  constructor(
    private readonly retention: RetentionRepository,
    private readonly writes: SubmissionWritesRepository,
    private readonly accounts: AccountsService,
    private readonly points: PointsService,
    private readonly runs: RunsOfSubmissionService,
    private readonly audit: AuditEventsRepository,
    private readonly transactions: Transactions,
    private readonly hooks: FormHooks,
  ) {}

  onModuleInit(): void {
    this.hooks.register(this);
  }

  async membersOf(form: FormEntity): Promise<Partial<SettingsMembers>> {
    const { retention, page } = settingsOf(form.settings);
    const { days } = retention;
    if (days === null) return {};
    const retention_due = await this.retention.countDue(form.id, days, MAX_COUNTED);
    const waiting = await this.retention.waiting(form);
    if (!waiting) return { retention_due };
    const zone = page.time_zone ?? (await this.accounts.get(form.accountId)).timeZone;
    const retention_waits = { days_in_force: waiting.days, begins_at: waiting.until };
    return {
      retention_due,
      retention_waits,
      warning_details: [{ path: 'retention.days', message: warningOf(retention_due, waiting, zone) }],
    };
  }

  /** A retention that deletes what is kept now begins after a day. Going back to what is in force takes it back. */
  async editFor(caller: Caller, form: FormEntity, settings: StoredSettings): Promise<Partial<FormEntity>> {
    const [inSettings, days] = [settingsOf(form.settings), settingsOf(settings)].map(({ retention }) => retention.days) as [Days, Days];
    if (days === inSettings) return {};
    const counted = await this.retention.counted(form, days, MAX_COUNTED);
    const retentionBefore = keptAfter(inSettings, days, counted);
    const event = { accountId: caller.accountId, apiKeyId: caller.keyId, actor: caller.actor, formId: form.id };
    if (retentionBefore) {
      const details = { days, due: counted.due, days_in_force: retentionBefore.days, begins_at: retentionBefore.until };
      await this.audit.insert({ ...event, action: 'form.retention_waits', details });
    } else if (counted.before) {
      await this.audit.insert({ ...event, action: 'form.retention_taken_back', details: { days } });
    }
    return { retentionBefore };
  }

  /** Tells what a retention of this number of days would delete, and when. */
  async preview(form: FormEntity, days: number): Promise<{ due: number; beginsAt: string | null }> {
    const counted = await this.retention.counted(form, days, MAX_COUNTED);
    const inSettings = settingsOf(form.settings).retention.days;
    const kept = days === inSettings ? counted.before : keptAfter(inSettings, days, counted);
    return { due: counted.due, beginsAt: kept?.until ?? null };
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

const warningOf = (due: number, { days, until }: RetentionBefore, zone: string | null): string => {
  const number = `${due}${due === MAX_COUNTED ? ' or more' : ''} ${due === 1 ? 'submission that is' : 'submissions that are'} older`;
  return `deletes ${number}, from ${timeTextIn(new Date(until), 'en', zone)} on. Set it back to ${days ?? 'null'} until then, and they are kept.`;
};

/** The counters of the form are locked while a batch is deleted, so a batch takes only some ten milliseconds. */
const BATCH_SIZE = 50;
