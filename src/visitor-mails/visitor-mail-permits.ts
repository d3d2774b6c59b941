import { Injectable } from '@nestjs/common';
import { type Acquisition, HostLimits } from '../platform/outbound/host-limits';

/** Permits for the mail server for all mails to visitors of this process, which leave room for the mails to owners. */
@Injectable()
export class VisitorMailPermits {
  private readonly part: HostLimits;

  constructor(private readonly hosts: HostLimits) {
    this.part = hosts.ofPart(PART);
  }

  async tryAcquire(): Promise<Acquisition> {
    const own = await this.part.tryAcquire('mails to visitors', performance.now());
    if (!own.isAcquired) return own;
    const shared = await this.hosts.tryAcquire('mail', performance.now());
    if (!shared.isAcquired) own.release(true, performance.now());
    if (!shared.isAcquired) return shared;
    const release = (...end: [boolean, number]) => {
      own.release(true, end[1]);
      shared.release(...end);
    };
    return { isAcquired: true, release };
  }
}

/** Three quarters of what the mail server takes, so that an attacker who has forms send mails does not delay those to owners. */
const PART = { concurrent: 3, perSecond: 15 };
