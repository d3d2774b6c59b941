import { Injectable } from '@nestjs/common';
import { ExportLinksRepository } from './export-links.repository';

/** Ends export links whose filters hold what is erased. */
@Injectable()
export class ExportLinkErasureService {
  constructor(private readonly links: ExportLinksRepository) {}

  /** In the transaction of the caller. */
  erase(formId: string, linkIds: readonly string[]): Promise<void> {
    return this.links.erase(formId, linkIds);
  }
}
