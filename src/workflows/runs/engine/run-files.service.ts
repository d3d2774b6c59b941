import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../../platform/config/config';
import { SecretKeys } from '../../../platform/crypto/secret-keys';
import { Sealer } from '../../../platform/crypto/sealer';
import type { MailAttachment } from '../../../platform/mail/mail.types';
import { ObjectStore } from '../../../platform/storage/object-store';
import { DELIVERED_LINK_SECONDS, FILE_LINKS, fileLink } from '../../../files/file-link.rules';
import type { AttachedFile } from '../../nodes/node-type.types';
import type { RunFile, RunState } from '../../model/run-state.types';
import { RunDetailsRepository } from '../store/run-details.repository';

/** Provides links to the files of a submission, and the files as attachments of mails. */
@Injectable()
export class RunFilesService {
  private readonly sealer: Sealer;

  constructor(
    private readonly details: RunDetailsRepository,
    private readonly store: ObjectStore,
    keys: SecretKeys,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.sealer = new Sealer(keys, FILE_LINKS);
  }

  /** The state with links that open for seven days from the first attempt of the step, so that all attempts send the same links. */
  withLinks(state: RunState, firstAttemptAt: Date): RunState {
    return { ...state, files: state.files.map((file) => this.linked(state, file, firstAttemptAt)) };
  }

  /** The attachments of a mail, whose bytes are read from the store while the mail is sent. Deleted files are left out. */
  async attachmentsOf({ form, submission }: RunState, files: readonly AttachedFile[]): Promise<MailAttachment[]> {
    if (files.length === 0 || submission.id === null) return [];
    const ids = files.map(({ id }) => id);
    const objects = await this.details.objectNames(form.id, submission.id, ids);
    return files.flatMap(({ id, filename, content_type: contentType, size_bytes: size }) => {
      const name = objects.get(id);
      return name === undefined ? [] : [{ filename, contentType, size, read: () => this.read(name) }];
    });
  }

  private linked({ form, submission }: RunState, file: RunFile, from: Date): RunFile {
    const reference = { formId: form.id, submissionId: submission.id!, id: file.id };
    const { url, expiresAt } = fileLink(this.sealer, this.config.baseUrl, reference, from, DELIVERED_LINK_SECONDS);
    return { ...file, url, url_expires_at: expiresAt.toISOString() };
  }

  private async *read(name: string): AsyncIterable<Uint8Array> {
    const object = await this.store.get(name);
    if (!object) throw new Error('The bytes of a file that a mail attaches are gone.');
    yield* object.content;
  }
}
