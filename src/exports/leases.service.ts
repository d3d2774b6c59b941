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
   * Takes the lease of an account for an import. Throws 409 at once while another import stores into the same form.
   * @param formId null for a dry run, which waits for other imports
   */
  async takeForImport(accountId: string, formId: string | null, signal: AbortSignal): Promise<ImportLease> {
    const isHopeless = async (): Promise<boolean> => formId !== null && (await this.leases.isImporting(formId));
    const holder = newId();
    const lease = await this.take('import', accountId, { holder, signal, isHopeless });
    try {
      return { ...lease, startedAt: await this.leases.storeInto(formId, accountId, holder) };
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  /** Throws 409 while an import stores into a form. */
  async requireNoImport(formId: string): Promise<void> {
    if (await this.leases.isImporting(formId)) throw new ApiError('import_running');
  }

  /** Throws 409 while another holder has the lease; an import waits for it up to five seconds. The caller has to release the lease. */
  async take(kind: LeaseKind, ownerId: string, { holder = newId(), signal, isHopeless }: Taking = {}): Promise<Lease> {
    const { error, renewalMs, maxWaitMs } = LEASES[kind];
    const endsAtMs = performance.now() + maxWaitMs;
    signal?.throwIfAborted();
    while (!(await this.leases.take(kind, ownerId, holder))) {
      if (performance.now() >= endsAtMs || (await isHopeless?.())) throw new ApiError(error);
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
}

const LEASES = {
  export: { error: 'export_running', renewalMs: 10_000, maxWaitMs: 0 },
  import: { error: 'import_running', renewalMs: 4_000, maxWaitMs: 5_000 },
} as const;

const PAUSE_MS = 200;
