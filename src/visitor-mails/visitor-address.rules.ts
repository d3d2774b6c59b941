import { mailAddressOf } from '../platform/mail/mail-address.rules';

/**
 * The form in which the address of a visitor is counted and stopped: in lower case, with the domain in ASCII, and without what follows the
 * first `+`, which mailboxes ignore. So nobody gets more mails by having more spellings.
 */
export function countedAddressOf(address: string): string {
  const plain = (mailAddressOf(address)?.wire ?? address.trim()).toLowerCase();
  const at = plain.lastIndexOf('@');
  const [mailbox] = plain.slice(0, Math.max(at, 0)).split('+', 1);
  return at < 0 ? plain : `${mailbox}${plain.slice(at)}`;
}
