import { Injectable } from '@nestjs/common';

/** Tells load balancers, through the readiness check, to send requests to other processes. */
@Injectable()
export class Readiness {
  /** True from the opening of the port until the first key is stored, which a client that waits may want to use. */
  isStarting = false;
  /** True from the beginning of the shutdown. */
  isDraining = false;
  /** True once the process takes no new connections. From then on each answer closes its connection. */
  isClosing = false;
}

/** An external service whose outage degrades this one without making it unready. */
export interface Dependency {
  name: string;
  /** Rejects when the service does not answer. */
  check: () => Promise<unknown>;
}

export const DEPENDENCIES = Symbol('Dependencies');
