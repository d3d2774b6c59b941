import { Injectable, Logger } from '@nestjs/common';
import type { SecretParts } from '../api/auth/secret-format.rules';
import { type ExposedPlace, keysIn, keysInHead, type RequestHead } from './exposed-keys.rules';
import { KeysRepository } from './keys.repository';
import { SecretDigests } from './secret-digests';

/**
 * Detects keys in places that visitors or other servers can read, and reports them to the owner of the key. It runs in the background and
 * affects no answer, so that nobody can use it to test guessed keys.
 */
@Injectable()
export class ExposedKeysService {
  private readonly log = new Logger('Keys');

  constructor(
    private readonly keys: KeysRepository,
    private readonly digests: SecretDigests,
  ) {}

  lookInHead(head: RequestHead, formId: string): void {
    const { inHeaders, inQuery } = keysInHead(head);
    this.note(inHeaders, 'submit_header', formId);
    this.note(inQuery, 'submit_query', formId);
  }

  /** Searches the header templates of a workflow. */
  lookInHeaders(templates: readonly string[], formId: string): void {
    this.note(keysIn(templates), 'workflow_header', formId);
  }

  private note(found: readonly SecretParts[], place: ExposedPlace, formId: string): void {
    if (found.length === 0) return;
    this.noteStored(found, place, formId).catch((error: unknown) => this.log.warn({ err: error }, 'An exposed key could not be noted.'));
  }

  private async noteStored(found: readonly SecretParts[], place: ExposedPlace, formId: string): Promise<void> {
    const stored = new Map((await this.keys.notNoted(found.map(({ id }) => id))).map(({ lookupId, digest }) => [lookupId, digest]));
    const exposed = found.filter(({ id, secret }) => stored.has(id) && this.digests.matches(secret, stored.get(id)!)).map(({ id }) => id);
    if (exposed.length === 0) return;
    for (const keyId of await this.keys.noteExposure(exposed, place, formId))
      this.log.warn(
        { key_id: keyId, place, form_id: formId },
        'The value of an API key was seen where it does not belong. Rotate the key.',
      );
  }
}
