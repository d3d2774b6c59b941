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

  ofSubmissions(formId: string, submissionIds: readonly string[]): Promise<SubmissionFileEntity[]> {
    return this.files.ofSubmissions(formId, submissionIds);
  }

  /** The object is removed after the commit. Throws 404 when the file was deleted already. */
  async delete({ formId, submissionId, id }: SubmissionFileEntity): Promise<void> {
    if (!(await this.files.delete({ formId, submissionId, id }))) throw notFound();
  }

  /** Creates a link for some seconds. It also ends when the key may no longer read the file; a link by an operator has no key. */
  link({ keyId }: Partial<Pick<Caller, 'keyId'>>, { formId, submissionId, id }: SubmissionFileEntity, lifetimeSeconds: number): FileLink {
    return fileLink(this.sealer, this.config.baseUrl, { formId, submissionId, id, keyId }, this.clock.now(), lifetimeSeconds);
  }

  /** The file of a link, and a check that throws once the file may no longer be read. Every invalid link throws the same 404. */
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
