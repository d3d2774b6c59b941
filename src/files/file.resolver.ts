import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { ResourceResolver } from '../api/operation/resource-resolver';
import type { PathParameters, ResourceIds } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
import { FilesService } from './files.service';
import type { SubmissionFileEntity } from './submission-file.entity';

/** Resolves the file of `/v1/forms/{form}/submissions/{submission}/files/{file}` of a form that the caller may see. */
@Injectable()
export class FileResolver extends ResourceResolver<SubmissionFileEntity> {
  constructor(private readonly files: FilesService) {
    super();
  }

  async find(caller: Caller, { form = '', submission = '', file = '' }: PathParameters): Promise<SubmissionFileEntity | null> {
    const areIds = [form, submission, file].every(isId);
    return areIds ? this.files.get(caller, { formId: form, submissionId: submission, id: file }) : null;
  }

  idsOf({ formId, id }: SubmissionFileEntity): ResourceIds {
    return { formId, resourceId: id };
  }
}

/** The files of a submission, and the path that names it. */
export interface FilesOfSubmission {
  formId: string;
  submissionId: string;
  files: SubmissionFileEntity[];
}

/** Resolves the files of `/v1/forms/{form}/submissions/{submission}/files` of a form that the caller may see. */
@Injectable()
export class SubmissionFilesResolver extends ResourceResolver<FilesOfSubmission> {
  constructor(private readonly files: FilesService) {
    super();
  }

  async find(caller: Caller, { form = '', submission = '' }: PathParameters): Promise<FilesOfSubmission | null> {
    if (!isId(form) || !isId(submission)) return null;
    const files = await this.files.list(caller, form, submission);
    return files && { formId: form, submissionId: submission, files };
  }

  idsOf({ formId, submissionId }: FilesOfSubmission): ResourceIds {
    return { formId, resourceId: submissionId };
  }
}
