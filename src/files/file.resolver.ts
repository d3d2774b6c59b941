import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
import { FilesRepository } from './files.repository';
import type { SubmissionFileEntity } from './submission-file.entity';

/** Finds the file of the path if the caller may see its form. */
@Injectable()
export class FileResolver extends ResourceResolver<SubmissionFileEntity> {
  constructor(private readonly files: FilesRepository) {
    super();
  }

  async find(caller: Caller, { form = '', submission = '', file = '' }: PathParameters): Promise<SubmissionFileEntity | null> {
    const areIds = [form, submission, file].every(isId);
    return areIds ? this.files.visible(caller, { formId: form, submissionId: submission, id: file }) : null;
  }

  idsOf({ formId, id }: SubmissionFileEntity): ResourceIds {
    return { formId, resourceId: id };
  }
}

export interface FilesOfSubmission {
  formId: string;
  submissionId: string;
  files: SubmissionFileEntity[];
}

/** Finds the files of the submission in the path if the caller may see its form. */
@Injectable()
export class SubmissionFilesResolver extends ResourceResolver<FilesOfSubmission> {
  constructor(private readonly files: FilesRepository) {
    super();
  }

  async find(caller: Caller, { form = '', submission = '' }: PathParameters): Promise<FilesOfSubmission | null> {
    if (!isId(form) || !isId(submission)) return null;
    const files = await this.files.ofVisibleSubmission(caller, form, submission);
    return files && { formId: form, submissionId: submission, files };
  }

  idsOf({ formId, submissionId }: FilesOfSubmission): ResourceIds {
    return { formId, resourceId: submissionId };
  }
}
