import { Inject, Injectable } from '@nestjs/common';
import { parse, stringify } from 'uuid';
import { type Config, CONFIG } from '../platform/config/config';
import { sameDigest, sha256Of } from '../platform/crypto/digests.rules';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { Sealer } from '../platform/crypto/sealer';

/** The submission that a link names, and the field whose value had this digest when the mail was written. */
export interface ConfirmationLink {
  submissionId: string;
  field: string;
  digest: Buffer;
}

/**
 * Links by which visitors confirm the address of a submission. They are sealed for one form, and the same for each try of a mail, so that
 * none has to be stored. A corrected address has another digest, which ends the link.
 */
@Injectable()
export class ConfirmationLinks {
  private readonly sealer: Sealer;

  constructor(
    keys: SecretKeys,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>,
  ) {
    this.sealer = new Sealer(keys, 'address-confirmation');
  }

  urlOf(formId: string, submissionId: string, field: string, address: string): string {
    const plain = Buffer.concat([parse(submissionId), digestOf(address), Buffer.from(field)]);
    const token = this.sealer.sealRepeatably(plain, formId).toString('base64url');
    return `${this.config.baseUrl.replace(/\/$/, '')}/f/${formId}/confirm/${token}`;
  }

  /** Null for a token that was made up, altered, or made for another form. */
  open(formId: string, token: string): ConfirmationLink | null {
    const plain = this.sealer.open(Buffer.from(token, 'base64url'), formId);
    if (!plain) return null;
    return { submissionId: stringify(plain, 0), digest: plain.subarray(ID_BYTES, FIELD_START), field: plain.toString('utf8', FIELD_START) };
  }
}

/** True when the link was made for this value of the field. */
export const isLinkFor = ({ digest }: ConfirmationLink, value: unknown): value is string =>
  typeof value === 'string' && sameDigest(digest, digestOf(value));

const digestOf = (address: string): Buffer => sha256Of(address).subarray(0, DIGEST_BYTES);

const ID_BYTES = 16;
const DIGEST_BYTES = 16;
const FIELD_START = ID_BYTES + DIGEST_BYTES;
