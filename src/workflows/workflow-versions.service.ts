import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { Cursors } from '../api/pagination/cursors';
import { DEFAULT_LIMIT } from '../api/pagination/page.dto';
import type { ListVersionsDto } from './workflow-input.dto';
import type { ListedVersion } from './workflow-versions.repository';
import { WorkflowVersionsRepository } from './workflow-versions.repository';

export interface VersionPage {
  versions: ListedVersion[];
  nextCursor: string | null;
}

/** What was published, and when. */
@Injectable()
export class WorkflowVersionsService {
  constructor(
    private readonly versions: WorkflowVersionsRepository,
    private readonly cursors: Cursors,
  ) {}

  /** A page of versions, newest first. */
  async list(caller: Caller, formId: string, { limit = DEFAULT_LIMIT, cursor }: ListVersionsDto): Promise<VersionPage> {
    const scope = { list: 'versions', keyId: caller.keyId, formId, filters: {} };
    const after = cursor === undefined ? null : this.cursors.read(scope, cursor).position;
    const found = await this.versions.newestFirst(formId, after?.id ?? null, limit + 1);
    const versions = found.slice(0, limit);
    const last = found.length > limit ? versions.at(-1) : undefined;
    return { versions, nextCursor: last ? this.cursors.write(scope, positionOf(last), 'next') : null };
  }
}

const positionOf = ({ publishedAt: at, id }: ListedVersion) => ({ at, id });
