import { Injectable } from '@nestjs/common';
import { ApiError } from '../../api/errors/api-error';
import { Sealer } from '../../platform/crypto/sealer';
import { SecretKeys } from '../../platform/crypto/secret-keys';

/** The position up to which a consumer has seen the changes of a form. */
export interface ChangePosition {
  /** The epoch of the database that the numbers belong to. A restored backup begins a new epoch. */
  epoch: number;
  /** The number of the form's last change when the consumer began its copy. Earlier deletions do not concern the copy. */
  begunAt: number;
  number: number;
}

/** Cursors of the change feed. They are bound to the form but not to a key or a time, so that they outlive keys. */
@Injectable()
export class ChangeCursors {
  private readonly sealer: Sealer;

  constructor(keys: SecretKeys) {
    this.sealer = new Sealer(keys, 'change-cursor');
  }

  write(formId: string, { epoch, begunAt, number }: ChangePosition): string {
    const bytes = Buffer.alloc(24);
    [epoch, begunAt, number].forEach((value, index) => bytes.writeDoubleBE(value, index * 8));
    return this.sealer.seal(bytes, formId).toString('base64url');
  }

  /** Throws `invalid_cursor` for a text that is no cursor of this form. */
  read(formId: string, cursor: string): ChangePosition {
    const sealed = Buffer.from(cursor, 'base64url');
    const bytes = sealed.toString('base64url') === cursor ? this.sealer.open(sealed, formId) : null;
    if (!bytes) throw new ApiError('invalid_cursor');
    const [epoch, begunAt, number] = [0, 8, 16].map((start) => bytes.readDoubleBE(start)) as [number, number, number];
    return { epoch, begunAt, number };
  }
}
