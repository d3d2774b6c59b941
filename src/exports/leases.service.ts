import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '../api/errors/api-error';
import { newId } from '../platform/ids.rules';
import { type LeaseKind, LeasesRepository } from './leases.repository';

export interface Lease {
  /** Aborts with 409 when another holder has taken the lease, for example because this process was suspended. */
  lost: AbortSignal;
  release: () => Promise<void>;
}

export interface ImportLease extends Lease {
  /** The beginning of the import by the clock of the database. */
  startedAt: Date;
}

/** Lets each key run one export, and each account and each form one import at a time, across all processes. */
@Injectable()
export class LeasesService {
  private readonly log = new Logger('Leases');

  constructor(private readonly leases: LeasesRepository) {}

  /**
   * Takes the lease of an account for an import. Throws 409 at once while another import stores into the same form, and after five seconds
   * while one of another form or a dry run goes on.
   */
  async takeForImport({ accountId, formId, isDryRun }: WantedImport, { signal, sees }: Waiting): Promise<ImportLease> {
    const isHopeless = async (): Promise<boolean> => !isDryRun && (await this.leases.isImporting(formId));
    const refusal = async (): Promise<ApiError> => {
      const running = await this.leases.importingForm(accountId);
      if (running === formId) return importRunning(INTO_THIS_FORM, { form_id: formId });
      return running !== null && (await sees(running)) ? importRunning(INTO_ANOTHER_FORM, { form_id: running }) : importRunning();
    };
    const holder = newId();
    const lease = await this.take('import', accountId, { holder, signal, isHopeless, refusal });
    try {
      return { ...lease, startedAt: await this.leases.storeInto(isDryRun ? null : formId, accountId, holder) };
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  /** Throws 409 while an import stores into a form. */
  async requireNoImport(formId: string): Promise<void> {
    if (await this.leases.isImporting(formId)) throw importRunning(INTO_THIS_FORM, { form_id: formId });
  }

  /** Throws 409 while another holder has the lease; an import waits for it up to five seconds. The caller has to release the lease. */
  async take(kind: LeaseKind, ownerId: string, { holder = newId(), signal, isHopeless, refusal }: Taking = {}): Promise<Lease> {
    const { error, renewalMs, maxWaitMs } = LEASES[kind];
    const endsAtMs = performance.now() + maxWaitMs;
    signal?.throwIfAborted();
    while (!(await this.leases.take(kind, ownerId, holder))) {
      if (performance.now() >= endsAtMs || (await isHopeless?.())) throw (await refusal?.()) ?? new ApiError(error);
      await pause(PAUSE_MS);
      signal?.throwIfAborted();
    }
    const lost = new AbortController();
    const warn = (err: unknown): void => this.log.warn({ err }, `The lease of an ${kind} could not be changed.`); // the lease expires
    const renew = async (): Promise<void> => {
      if (!(await this.leases.renew(kind, ownerId, holder))) lost.abort(new ApiError(error));
    };
    const renewal = setInterval(() => void renew().catch(warn), renewalMs).unref();
    const release = (): Promise<void> => {
      clearInterval(renewal);
      return this.leases.release(kind, ownerId, holder).catch(warn);
    };
    return { lost: lost.signal, release };
  }
}

interface Taking {
  holder?: string;
  /** Aborts when the caller no longer waits for the lease. */
  signal?: AbortSignal;
  /** True when the caller should not wait. */
  isHopeless?: () => Promise<boolean>;
  /** The error for a caller that waited in vain. */
  refusal?: () => Promise<ApiError>;
}

interface WantedImport {
  accountId: string;
  formId: string;
  isDryRun: boolean;
}

interface Waiting {
  /** Aborts when the caller no longer waits. */
  signal: AbortSignal;
  /** True for a form that the caller may know of. */
  sees: (formId: string) => Promise<boolean>;
}

function importRunning(message?: string, details: object = {}): ApiError {
  return new ApiError('import_running', { message, details, headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
}

const RETRY_AFTER_SECONDS = 10;

const INTO_THIS_FORM = 'An import into this form is running. Wait until it has ended, then try again.';

const INTO_ANOTHER_FORM =
  'An import into another form of this account is running, whose id is details.form_id, and an account imports one file at a time. ' +
  'Wait until it has ended, then send the file again.';

const LEASES = {
  export: { error: 'export_running', renewalMs: 10_000, maxWaitMs: 0 },
  import: { error: 'import_running', renewalMs: 4_000, maxWaitMs: 5_000 },
} as const;

const PAUSE_MS = 200;
