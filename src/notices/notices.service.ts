import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { Cursors, type Page, type PageStart, type Position } from '../api/pagination/cursors';
import type { PagedDto } from '../api/pagination/page.dto';
import type { FormEntity } from '../forms/form.entity';
import { type FormHook, FormHooks, type SettingsMembers } from '../forms/form-hooks';
import { factsOf } from './notice-detail.rules';
import { NOTICE_TEXTS } from './notice-texts.rules';
import { type ListedNotice, NoticesRepository } from './notices.repository';

/** Lists and closes notices, and warns of them beside the settings of their form. */
@Injectable()
export class NoticesService implements OnModuleInit, FormHook {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly cursors: Cursors,
    private readonly hooks: FormHooks,
  ) {}

  onModuleInit(): void {
    this.hooks.register(this);
  }

  /** The open ones first. */
  list(caller: Caller, query: PagedDto): Promise<Page<ListedNotice>> {
    const scope = { list: 'notices', keyId: caller.keyId, formId: null, filters: {} };
    return this.cursors.page(scope, query, { find: (start, limit) => this.find(caller, start, limit), positionOf });
  }

  async close(notice: ListedNotice): Promise<ListedNotice> {
    return { ...notice, closedAt: await this.notices.close(notice.id) };
  }

  /** Names without a field have a warning of their own. */
  async membersOf({ id }: FormEntity): Promise<Partial<SettingsMembers>> {
    const open = (await this.notices.ofForm(id)).filter(({ kind }) => kind !== 'unmatched_names');
    const warning_details = open.map(({ kind, detail }) => {
      const { says, remedy } = NOTICE_TEXTS.en.kinds[kind];
      const facts = factsOf(detail);
      return { path: null, message: `${says(facts)} ${remedy(facts)}` };
    });
    return { warning_details };
  }

  private async find(caller: Caller, start: PageStart | null, limit: number): Promise<ListedNotice[]> {
    const after = start?.position ?? null;
    const isInClosed = after !== null && after.at.getTime() < 0;
    const open = isInClosed ? [] : await this.notices.list(caller, true, after, limit);
    if (open.length === limit) return open;
    const afterClosed = isInClosed ? { ...after, at: new Date(after.at.getTime() + CLOSED_OFFSET_MS) } : null;
    return [...open, ...(await this.notices.list(caller, false, afterClosed, limit - open.length))];
  }
}

/** The positions of closed notices come after those of the open ones, as if they were of another millennium. */
const CLOSED_OFFSET_MS = 1000 * 366 * 24 * 60 * 60 * 1000;

const positionOf = ({ openedAt, closedAt, id }: ListedNotice): Position => ({
  at: closedAt === null ? openedAt : new Date(openedAt.getTime() - CLOSED_OFFSET_MS),
  id,
});
