import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { ResourceResolver } from '../../api/resource/resource-resolver';
import type { PathParameters, ResourceIds } from '../../api/resource/resource-resolver';
import { isId } from '../../platform/id.rules';
import { FilesRepository } from './files.repository';
import type { SubmissionFileEntity } from './submission-file.entity';

/** Resolves the file of `/v1/forms/{form}/submissions/{submission}/files/{file}` of a form that the caller may see. */
@Injectable()
export class FileResolver extends ResourceResolver<SubmissionFileEntity> {
  constructor(private readonly files: FilesRepository) {
    super();
  }

  async find(
    caller: Caller,
    { form = '', submission = '', file = '' }: PathParameters,
  ): Promise<SubmissionFileEntity | null> {
    const areIds = [form, submission, file].every(isId);
    return areIds ? this.files.visible(caller, { formId: form, submissionId: submission, id: file }) : null;
  }

  idsOf({ formId, id }: SubmissionFileEntity): ResourceIds {
    return { formId, resourceId: id };
  }
}
