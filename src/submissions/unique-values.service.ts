import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { uniqueValueOf } from '../fields/values/coercion.rules';
import type { FormEntity } from '../forms/form.entity';
import { FormsService } from '../forms/forms.service';
import { type FormHook, FormHooks, type SettingsMembers } from '../forms/form-hooks';
import { settingsOf } from '../forms/settings/form-settings.rules';
import { Transactions } from '../platform/database/transactions';
import { PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { CLAIMED_AT_ONCE, UniqueValuesRepository } from './unique-values.repository';
import { QuarantineRepository } from './quarantine.repository';
import type { UniqueValueJobEntity } from './submission.entity';
import { SubmissionWritesRepository } from './submission-writes.repository';

/** Applies new limits to existing submissions: claims their unique values and counts their places. */
@Injectable()
export class UniqueValuesService implements OnModuleInit, FormHook {
  constructor(
    private readonly uniqueValues: UniqueValuesRepository,
    private readonly writes: SubmissionWritesRepository,
    private readonly quarantine: QuarantineRepository,
    private readonly forms: FormsService,
    private readonly transactions: Transactions,
    private readonly hooks: FormHooks,
  ) {}

  onModuleInit(): void {
    this.hooks.register(this);
  }

  /** Claims up to 100,000 submissions at once, and further ones in the background. */
  async applySettings(before: FormEntity, after: FormEntity): Promise<void> {
    const [old, limits] = [settingsOf(before.settings).intake, settingsOf(after.settings).intake];
    const hasNewField = old.unique_by !== limits.unique_by;
    const hasNewPlaces = !isDeepStrictEqual(old.places, limits.places);
    if (!hasNewField && !hasNewPlaces) return;
    await this.writes.lockForm(after.id);
    if (hasNewPlaces) await this.uniqueValues.countPlaces(after.id);
    if (!hasNewField) return;
    await this.uniqueValues.restart(after.id, limits.unique_by);
    let isDone = limits.unique_by === null;
    for (let pages = 0; !isDone && pages < PAGES_AT_ONCE; pages += 1) isDone = await this.claimPageOf(after.id);
  }

  async membersOf({ id }: FormEntity): Promise<Partial<SettingsMembers>> {
    const quarantined = await this.quarantine.count(id);
    return { quarantined, warning_details: (await this.uniqueValues.isPending(id)) ? [STILL_CLAIMING] : [] };
  }

  /** Claims a page of the form that has waited the longest. Returns 0 when no page of that form is left. */
  @PeriodicTask({ name: 'claims of unique values', processes: 'worker', everySeconds: 5 })
  async claimPage(): Promise<number> {
    return this.transactions.runRepeatedly(async () => {
      const job = await this.uniqueValues.next(null);
      if (!job) return 0;
      await this.writes.lockForm(job.formId);
      return (await this.claimNext(job)) ? 0 : CLAIMED_AT_ONCE;
    });
  }

  private async claimPageOf(formId: string): Promise<boolean> {
    const job = await this.uniqueValues.next(formId);
    return job === null || this.claimNext(job);
  }

  private async claimNext(job: UniqueValueJobEntity): Promise<boolean> {
    const fields = (await this.forms.fieldsOf({ id: job.formId })).map(({ name, preset }) => ({ name, validation: preset }));
    const found = await this.uniqueValues.page(job);
    const values = found.flatMap(({ id, receivedAt, value }) => {
      const text = uniqueValueOf(job.field, fields, { [job.field]: value });
      return text === undefined ? [] : [{ id, receivedAt, text }];
    });
    if (values.length > 0) await this.uniqueValues.claim(job.formId, values);
    const isDone = found.length < CLAIMED_AT_ONCE;
    if (isDone) await this.uniqueValues.finish(job.formId);
    else await this.uniqueValues.advance(job.formId, found.at(-1)!);
    return isDone;
  }
}

const PAGES_AT_ONCE = 20;

const STILL_CLAIMING = {
  path: 'intake.unique_by',
  message: 'does not know all earlier submissions yet. Until it does, a value that only they have is accepted once more.',
};
