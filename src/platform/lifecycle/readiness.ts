import { Injectable } from '@nestjs/common';

/** Tells load balancers, through the readiness check, to send requests to other processes. */
@Injectable()
export class Readiness {
  /** True from the beginning of the shutdown. */
  isDraining = false;
  /** True once the process takes no new connections. From then on each answer closes its connection. */
  isClosing = false;
}
