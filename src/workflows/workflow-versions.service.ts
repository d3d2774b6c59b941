import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { Cursors, type Page } from '../api/pagination/cursors';
import type { ListVersionsDto } from './workflow-input.dto';
import { type ListedVersion, WorkflowVersionsRepository } from './workflow-versions.repository';

@Injectable()
export class WorkflowVersionsService {
  constructor(
    private readonly versions: WorkflowVersionsRepository,
    private readonly cursors: Cursors,
  ) {}

  list({ keyId }: Caller, formId: string, query: ListVersionsDto): Promise<Page<ListedVersion>> {
    const scope = { list: 'versions', keyId, formId, filters: {} };
    return this.cursors.page(scope, query, {
      find: (start, limit) => this.versions.newestFirst(formId, start?.position.id ?? null, limit),
      positionOf: ({ publishedAt: at, id }) => ({ at, id }),
    });
  }
}
