import { Equals } from 'class-validator';
import type { FieldError } from '../../api/errors/api-error';
import { IsSingleLine, MayBeAbsent, message, textRule, Trim } from '../../api/validation/decorators.rules';
import { IS_REQUIRED } from '../../api/validation/messages.rules';
import { type NewPerson, personAddressOf } from '../../keys/people.rules';

/** The owner of the account, or the answer that it will be said later. */
export class SetOwnerDto {
  @MayBeAbsent()
  @Trim()
  @textRule('isPersonAddress', (text) => personAddressOf(text) !== null, 'must be one e-mail address')
  address?: string;

  @MayBeAbsent()
  @Trim()
  @IsSingleLine(1, 255)
  name?: string;

  @MayBeAbsent()
  @Equals(true, message('must be true or be left out'))
  later?: true;

  crossFieldErrors(): FieldError[] {
    const members = (['address', 'name'] as const).filter((path) => (this[path] === undefined) !== (this.later === true));
    return members.map((path) => ({ path, message: this.later ? 'must be left out with "later"' : IS_REQUIRED }));
  }

  /** Null for later. */
  static personIn({ address, name }: SetOwnerDto): NewPerson | null {
    return address === undefined ? null : { address: personAddressOf(address)!, name: name! };
  }
}
