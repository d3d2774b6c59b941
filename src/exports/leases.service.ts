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

/** Lets each key run one export and each account one import at a time, across all processes. */
@Injectable()
export class LeasesService {
  private readonly log = new Logger('Leases');

  constructor(private readonly leases: LeasesRepository) {}

  /**
   * Throws 409 while another holder has the lease; an import waits for it up to five seconds. The caller has to release the lease.
   * @param signal aborts when the caller no longer waits for the lease
   */
  async take(kind: LeaseKind, ownerId: string, signal?: AbortSignal): Promise<Lease> {
    const { error, renewalMs, maxWaitMs } = LEASES[kind];
    const holder = newId();
    const endsAtMs = performance.now() + maxWaitMs;
    signal?.throwIfAborted();
    while (!(await this.leases.take(kind, ownerId, holder))) {
      if (performance.now() >= endsAtMs) throw new ApiError(error);
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

const LEASES = {
  export: { error: 'export_running', renewalMs: 10_000, maxWaitMs: 0 },
  import: { error: 'import_running', renewalMs: 4_000, maxWaitMs: 5_000 },
} as const;

const PAUSE_MS = 200;
