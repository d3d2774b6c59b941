import { Injectable } from '@nestjs/common';

/** Whether this process is shutting down: from then on load balancers should send requests elsewhere. */
@Injectable()
export class Readiness {
  isDraining = false;
}
