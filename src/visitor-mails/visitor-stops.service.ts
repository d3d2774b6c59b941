import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { Cursors, type Page } from '../api/pagination/cursors';
import type { PagedDto } from '../api/pagination/page.dto';
import { AddressDigests } from './address-digests';
import { isStopProof, partsOfStopToken, type StopTarget } from './stop-link.rules';
import { VisitorMailsRepository, type VisitorStop } from './visitor-mails.repository';

/** The lists of those who want no mail as visitors any more: visitors put themselves on one, and only its account takes them off. */
@Injectable()
export class VisitorStopsService {
  constructor(
    private readonly mails: VisitorMailsRepository,
    private readonly digests: AddressDigests,
    private readonly cursors: Cursors,
  ) {}

  /** The newest first. */
  list({ accountId, keyId }: Caller, query: PagedDto): Promise<Page<VisitorStop>> {
    const scope = { list: 'visitor-stops', keyId, formId: null, filters: {} };
    return this.cursors.page(scope, query, {
      find: (start, limit) => this.mails.stops(accountId, start?.position ?? null, limit),
      positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    });
  }

  async remove(accountId: string, address: string): Promise<void> {
    await this.mails.removeStop(accountId, await this.digests.digestOf(accountId, address));
  }

  /** The target of a link, and whether it is stopped already; null for a token that no mail of the account has. */
  async open(token: string): Promise<(StopTarget & { isStopped: boolean }) | null> {
    const parts = partsOfStopToken(token);
    const key = parts && (await this.digests.knownKeyOf(parts.accountId));
    if (!parts || !key || !isStopProof(parts.proof, parts.digest, key)) return null;
    const { accountId, digest } = parts;
    return { accountId, digest, isStopped: await this.mails.isStopped(accountId, digest) };
  }

  stop({ accountId, digest }: StopTarget): Promise<void> {
    return this.mails.stop(accountId, digest);
  }
}
