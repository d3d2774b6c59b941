import { mailAddressOf } from '../platform/mail/mail-address.rules';
import { normalizedTo } from '../platform/text/normalization.rules';

export interface NewPerson {
  /** As `personAddressOf` returns it. */
  address: string;
  name: string;
}

/**
 * The address by which a person is found: in lower case and with an ASCII domain. Null for a text that is not a single mail address.
 * No mail server in use tells mailboxes apart by case, and people type their address in either way.
 */
export function personAddressOf(text: string): string | null {
  const address = mailAddressOf(text);
  return address && normalizedTo('NFKC', address.wire.toLowerCase());
}
