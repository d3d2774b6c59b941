import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { SubmissionFileEntity } from './submission-file.entity';

/** The only statements on the files of submissions. A trigger schedules the removal of the objects of deleted files. */
@Injectable()
export class FilesRepository {
  constructor(private readonly database: Database) {}

  /** Adds files to submissions that are stored in the same transaction. */
  async insert(files: SubmissionFileEntity[]): Promise<void> {
    if (files.length > 0) await this.database.repository(SubmissionFileEntity).insert(files);
  }
}
