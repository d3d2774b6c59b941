import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { notFound } from '../api/errors/api-error';
import { Clock } from '../platform/time';
import { type Config, CONFIG } from '../platform/config/config';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { FILE_LINKS, fileLink, type FileLink, fileOfToken } from './file-link.rules';
import { FilesRepository } from './files.repository';
import type { SubmissionFileEntity } from './submission-file.entity';

/** The files of stored submissions, and links that open them without a key. */
@Injectable()
export class FilesService {
  private readonly sealer: Sealer;

  constructor(
    private readonly files: FilesRepository,
    private readonly clock: Clock,
    keys: SecretKeys,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.sealer = new Sealer(keys, FILE_LINKS);
  }

  /** The files of submissions, by submission, in their order. */
  ofSubmissions(formId: string, submissionIds: readonly string[]): Promise<SubmissionFileEntity[]> {
    return this.files.ofSubmissions(formId, submissionIds);
  }

  /** The bytes follow once the deletion is committed. Throws 404 when the file has been deleted. */
  async delete({ formId, submissionId, id }: SubmissionFileEntity): Promise<void> {
    if (!(await this.files.delete({ formId, submissionId, id }))) throw notFound();
  }

  /** A link that is valid for some seconds, while the key may read the file; one of an operator has no key. */
  link({ keyId }: Partial<Pick<Caller, 'keyId'>>, { formId, submissionId, id }: SubmissionFileEntity, lifetimeSeconds: number): FileLink {
    return fileLink(this.sealer, this.config.baseUrl, { formId, submissionId, id, keyId }, this.clock.now(), lifetimeSeconds);
  }

  /** The file of a link, with a check that throws once it must not be read any more. Throws the same 404 for whatever does not open. */
  async ofToken(token: string): Promise<{ file: SubmissionFileEntity; check: () => Promise<void> }> {
    const linked = fileOfToken(this.sealer, token, this.clock.now());
    const find = async (): Promise<SubmissionFileEntity> => {
      const file = linked && (await this.files.linked(linked));
      if (!file) throw notFound();
      return file;
    };
    return { file: await find(), check: async () => void (await find()) };
  }
}
