import { IsBoolean, Matches } from 'class-validator';
import { IsSingleLine, MayBeAbsent, message, textRule, Trim } from '../../api/validation/decorators.rules';
import { personAddressOf } from '../../keys/people.rules';

/** The address to which a link is sent. */
export class AskForLinkDto {
  @Trim()
  @textRule('isPersonAddress', (text) => personAddressOf(text) !== null, 'must be one e-mail address')
  address: string;

  /** True when the session is to end with the day. */
  @MayBeAbsent()
  @IsBoolean()
  only_today?: boolean;

  static addressIn({ address }: AskForLinkDto): string {
    return personAddressOf(address)!;
  }
}

/** The secret of the link in a mail. */
export class OpenLinkDto {
  @Trim()
  @IsSingleLine(1, 255)
  secret: string;

  /** True to accept an invitation. Without it, the answer says who invites. */
  @MayBeAbsent()
  @IsBoolean()
  join?: boolean;
}

/** The six digits of a mail. Spaces are ignored. */
export const IsCode = () => Matches(/^\s*(\d\s*){6}$/, message('must be six digits'));

/** The code that another browser shows. */
export class TypeCodeDto {
  @IsCode()
  code: string;
}
