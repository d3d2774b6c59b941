import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { serializedOrigin } from '../../forms/origin.rules';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { Clock } from '../../platform/time';
import type { CompiledForm } from '../compiled-form';
import { FormCounts } from '../counts/form-counts';
import { VisitorDigests } from '../counts/visitor-digests';
import type { ReceivedSubmission } from '../received-submission';
import { type Refusal, refusalsOf, refusedOrigin } from './refusals';
import { type CountedKind, RefusalsRepository } from './refusals.repository';

/**
 * Counts what only visitors would learn: refusals of origins, of fields and of forms that are closed, and values that were dropped. Each
 * process writes its counts every ten seconds, so that no submission waits.
 */
@Injectable()
export class RefusalsService implements BeforeApplicationShutdown {
  private readonly log = new Logger('RefusalsService');
  private readonly counts = new FormCounts<CountedKind>();

  constructor(
    private readonly refusals: RefusalsRepository,
    private readonly visitors: VisitorDigests,
    private readonly clock: Clock,
  ) {}

  count({ formId, address, ...refusal }: Refusal & { formId: string; address: string | undefined }): void {
    this.countAll(formId, [refusal], address);
  }

  /** Counts the refusal of a submission by the current revision of its form. */
  countRefused(error: unknown, form: CompiledForm, submission: ReceivedSubmission): void {
    this.countAll(form.formId, refusalsOf(error, submission, form, this.clock.now()), submission.address);
  }

  /** Counts a script whose browser may not send a submission from this origin. */
  countRefusedOrigin(formId: string, origin: string, address: string | undefined): void {
    this.countAll(formId, refusedOrigin(origin), address);
  }

  /** Counts an accepted submission from a page of a website, since a change of the allowed origins asks about those that send. */
  countAccepted(formId: string, origin: string | undefined): void {
    const name = origin === undefined ? null : (serializedOrigin(origin) ?? 'null');
    if (name !== null) this.counts.add(formId, 'accepted', { name }, this.clock.now());
  }

  @PeriodicTask({ name: 'counting of refusals', processes: 'api', everySeconds: 10 })
  async flush(): Promise<number> {
    const counted = this.counts.take();
    if (counted.length > 0) await this.refusals.add(counted);
    return 0;
  }

  @PeriodicTask({ name: 'sweep of counted refusals', processes: 'api', everySeconds: HOURLY })
  sweep(): Promise<number> {
    return this.refusals.sweep();
  }

  /** All refusals of one call are of one visitor. */
  private countAll(formId: string, refusals: readonly Refusal[], address: string | undefined): void {
    if (refusals.length === 0) return;
    const now = this.clock.now();
    const visitor = this.visitors.of(`${formId} ${now.toISOString().slice(0, 10)}`, address);
    for (const { kind, name, reason } of refusals) {
      this.counts.addOfVisitor(formId, kind, [{ name: storableName(name), reason }], visitor, now);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush().catch((error: unknown) => this.log.debug({ err: error }, 'Counts of refusals were lost.'));
  }
}

/** The start of a name that a client may have made up, without characters that a database or a terminal does not take. */
function storableName(name: string): string {
  const start = name.slice(0, 2 * MAX_NAME_LENGTH).toWellFormed();
  return [...start.replace(/\p{Cc}/gu, '')].slice(0, MAX_NAME_LENGTH).join('');
}

const MAX_NAME_LENGTH = 255;
