import { Injectable, Logger } from '@nestjs/common';

/** The readiness of this process. While it is not ready, load balancers send requests to other processes. */
@Injectable()
export class Readiness {
  /** True from the opening of the port until the first key is stored, since a waiting client may want to use that key. */
  isStarting = false;
  isDraining = false;
  /** True once the process accepts no more connections. From then on, each answer closes its connection. */
  isClosing = false;

  private readonly log = new Logger('Readiness');
  private readonly impaired = new Set<WatchedPart>();

  /** Records a problem of a part that few requests need, or null when the part works. The log has a line for each change. */
  note(part: WatchedPart, problem: string | null): void {
    if ((problem !== null) === this.impaired.has(part)) return;
    this.log.warn(problem ?? WORKS_AGAIN[part]);
    if (problem === null) this.impaired.delete(part);
    else this.impaired.add(part);
  }

  get parts(): Record<WatchedPart, 'ok' | 'degraded'> {
    const stateOf = (part: WatchedPart) => (this.impaired.has(part) ? 'degraded' : 'ok');
    return { uploads: stateOf('uploads'), files: stateOf('files'), clock: stateOf('clock') };
  }
}

/** The upload folder, the object store, and the clock of this machine. */
export type WatchedPart = keyof typeof WORKS_AGAIN;

const WORKS_AGAIN = {
  uploads: 'Files can be received again.',
  files: 'The store of the files works again.',
  clock: 'The clocks of this machine and of the database agree again.',
};

/** An external service whose outage impairs this process, but does not make it unready. */
export interface Dependency {
  name: string;
  check: () => Promise<unknown>;
}

export const DEPENDENCIES = Symbol('Dependencies');
