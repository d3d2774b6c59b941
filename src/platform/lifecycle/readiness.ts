import { Injectable } from '@nestjs/common';

/** Whether this process still wants new requests. From the beginning of a shutdown on it sends them elsewhere. */
@Injectable()
export class Readiness {
  isDraining = false;
}
