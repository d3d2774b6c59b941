import { isDeepStrictEqual } from 'node:util';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { FormEntity } from '../../forms/form.entity';
import { type FormHook, FormHooks } from '../../forms/form-hooks';
import { compileOrigins, OPAQUE_ORIGIN, serializedOrigin } from '../../forms/origin.rules';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { Clock } from '../../platform/time';
import type { CompiledForm } from '../compiled-form';
import { NameCounts } from '../counts/name-counts';
import { VisitorDigests } from '../counts/visitor-digests';
import type { ReceivedSubmission } from '../received-submission';
import { type Refusal, refusalsOf, refusedOrigin } from './refusals';
import { type CountedKind, type FoundRefusal, RefusalsRepository } from './refusals.repository';
import { type ShutOut, shutOutBy, shutOutWarnings, WITHOUT_ORIGIN } from './shut-out.rules';

/**
 * Counts what only visitors would learn: refusals of origins, of fields and of forms that are closed, and values that were dropped. Each
 * process writes its counts every ten seconds, so that no submission waits.
 */
@Injectable()
export class RefusalsService implements OnModuleInit, BeforeApplicationShutdown, FormHook {
  private readonly log = new Logger('RefusalsService');
  private readonly counts = new NameCounts<CountedKind>();

  constructor(
    private readonly refusals: RefusalsRepository,
    private readonly visitors: VisitorDigests,
    private readonly clock: Clock,
    private readonly hooks: FormHooks,
  ) {}

  onModuleInit(): void {
    this.hooks.register(this);
  }

  count({ formId, address, ...refusal }: Refusal & { formId: string; address: string | undefined }): void {
    this.countAll(formId, [refusal], address);
  }

  /** Counts the refusal of a submission by the current revision of its form. */
  countRefused(error: unknown, form: CompiledForm, submission: ReceivedSubmission): void {
    const { formId } = form;
    const refusals = refusalsOf(error, submission, form, this.clock.now());
    this.countAll(formId, refusals, submission.address);
    const [first] = refusals;
    if (first) this.counts.add(formId, 'refused', { name: '', reason: first.kind }, this.clock.now());
  }

  /** Counts a page of an origin that may not read what it needs to show the form. */
  countRefusedOrigin(formId: string, origin: string, address: string | undefined): void {
    this.countAll(formId, refusedOrigin(origin), address);
  }

  /** Counts an accepted submission from a page of a website, since a change of the allowed origins asks about those that send. */
  countAccepted(formId: string, origin: string | undefined): void {
    const name = origin === undefined ? WITHOUT_ORIGIN : (serializedOrigin(origin) ?? OPAQUE_ORIGIN);
    this.counts.add(formId, 'accepted', { name }, this.clock.now());
  }

  /** Lists the refusals of the last 30 days, with those that this process has just counted. Leaves out origins that are allowed by now. */
  async ofForm({ id, allowedOrigins }: FormEntity): Promise<FoundRefusal[]> {
    await this.flush();
    const origins = compileOrigins(allowedOrigins);
    const found = await this.refusals.ofForm(id, ['origin', 'field', 'closed', 'dropped']);
    return found.filter(({ kind, name }) => kind !== 'origin' || !origins.allows(name === WITHOUT_ORIGIN ? undefined : name));
  }

  /** Returns who has sent in the last 30 days and could not any more with these origins. */
  async shutOut(form: FormEntity, origins: readonly string[]): Promise<ShutOut[]> {
    return shutOutBy(await this.refusals.ofForm(form.id, ['accepted']), form.allowedOrigins, origins);
  }

  async warningsOf(before: FormEntity, after: FormEntity): Promise<string[]> {
    if (isDeepStrictEqual(before.allowedOrigins, after.allowedOrigins)) return [];
    return shutOutWarnings(await this.shutOut(before, after.allowedOrigins));
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
