import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { Cursors, type Page } from '../api/pagination/cursors';
import type { AuditFilter, ListAuditEventsDto, TrailEvent } from './audit-event.dto';
import { AuditTrailRepository } from './audit-trail.repository';
import { KeyRecheck } from './key-recheck';

/** Lists the changes in an account, for keys that may manage keys. */
@Injectable()
export class AuditTrailService {
  constructor(
    private readonly trail: AuditTrailRepository,
    private readonly recheck: KeyRecheck,
    private readonly cursors: Cursors,
  ) {}

  async list(caller: Caller, filter: AuditFilter, query: ListAuditEventsDto): Promise<Page<TrailEvent>> {
    const scope = { list: 'audit events', keyId: caller.keyId, formId: null, filters: { ...filter } };
    const selected = caller.formAccessMode === 'all' ? null : await this.recheck.grantorOf(caller);
    return this.cursors.page<TrailEvent>(scope, query, {
      find: (start, limit) => {
        const after = start && { at: start.position.at, id: numberIn(start.position.id) };
        return this.trail.newestFirst(caller.accountId, selected, filter, after, limit);
      },
      positionOf: ({ createdAt: at, id }) => ({ at, id: uuidWith(id) }),
    });
  }
}

/** Page cursors hold a UUID, so the number of an event becomes the last part of one. */
const uuidWith = (id: string): string => UUID_BEGIN + BigInt(id).toString(16).padStart(12, '0');

const numberIn = (uuid: string): string => BigInt(`0x${uuid.slice(UUID_BEGIN.length)}`).toString();

const UUID_BEGIN = '00000000-0000-4000-8000-';
