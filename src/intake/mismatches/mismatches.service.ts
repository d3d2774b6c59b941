import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { FormEntity } from '../../forms/form.entity';
import { type FormHook, FormHooks, type SettingsMembers } from '../../forms/form-hooks';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { Clock } from '../../platform/time';
import type { CompiledForm } from '../compiled-form';
import { NameCounts } from '../counts/name-counts';
import { VisitorDigests } from '../counts/visitor-digests';
import { type SubmissionMismatches, mismatchWarnings } from './mismatch.rules';
import { type MismatchKind, MismatchesRepository } from './mismatches.repository';

/** Counts how pages and their forms disagree. Each process writes its counts every ten seconds, so that no submission waits. */
@Injectable()
export class MismatchesService implements OnModuleInit, BeforeApplicationShutdown, FormHook {
  private readonly log = new Logger('MismatchesService');
  private readonly counts = new NameCounts<MismatchKind>();

  constructor(
    private readonly mismatches: MismatchesRepository,
    private readonly visitors: VisitorDigests,
    private readonly clock: Clock,
    private readonly hooks: FormHooks,
  ) {}

  onModuleInit(): void {
    this.hooks.register(this);
  }

  /** Counts a validated submission, even if it was refused. */
  count({ formId, fields }: CompiledForm, { unmatched, foreign, missing, empty }: SubmissionMismatches, address: string | undefined): void {
    const now = this.clock.now();
    const names = new Set(fields.length === 0 ? [] : unmatched.filter((name) => name !== ''));
    if (names.size > 0) {
      const sent = Array.from(names, (name) => ({ name }));
      this.counts.addOfVisitor(formId, 'unknown_name', sent, this.visitors.of(formId, address), now);
    }
    for (const name of foreign) this.counts.add(formId, 'foreign_setting', { name }, now);
    for (const name of missing) this.counts.add(formId, 'missing_field', { name }, now);
    for (const name of empty) this.counts.restart(formId, 'missing_field', { name }, now);
  }

  async membersOf({ id, validateFields }: FormEntity): Promise<Partial<SettingsMembers>> {
    const stored = await this.mismatches.ofForm(id);
    const found = stored.filter(({ kind }) => validateFields || kind === 'foreign_setting');
    const unmatched = found
      .filter(({ kind }) => kind === 'unknown_name')
      .map(({ name, visitors: count, lastSeenAt }) => ({ name, count, last_seen_at: lastSeenAt.toISOString() }));
    const warning_details = mismatchWarnings(found).map((message) => ({ path: null, message }));
    return { unmatched: unmatched.slice(0, MAX_SHOWN), warning_details };
  }

  @PeriodicTask({ name: 'counting of unknown names', processes: 'api', everySeconds: 10 })
  async flush(): Promise<number> {
    const counted = this.counts.take();
    if (counted.length > 0) await this.mismatches.add(counted);
    return 0;
  }

  @PeriodicTask({ name: 'sweep of unknown names', processes: 'api', everySeconds: HOURLY })
  sweep(): Promise<number> {
    return this.mismatches.sweep();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush().catch((error: unknown) => this.log.debug({ err: error }, 'Counts of unknown names were lost.'));
  }
}

const MAX_SHOWN = 50;
