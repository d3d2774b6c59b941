import { sha256Of } from '../platform/crypto/digests.rules';
import type { NoticeEntity } from './notice.entity';
import { NOTIFICATIONS } from './notice.types';

/** Whom a notice could be told: the recipients of its form, which are none for a notice about the account, and the account. */
export interface Addressees {
  formRecipients: readonly string[];
  accountEmail: string | null;
}

/** Recognizes an address whatever the case of its letters. */
export const digestOf = (address: string): string => sha256Of(address.trim().toLowerCase()).toString('base64url').slice(0, DIGEST_LENGTH);

const DIGEST_LENGTH = 22;

/** The addresses in the recipients of a mail step, which may be templates. */
export const addressesIn = (to: unknown): string[] => JSON.stringify(to ?? '').match(/[^\s"'<>,;:(){}\\]+@[^\s"'<>,;:(){}\\]+/g) ?? [];

/** The recipients of the form, or else the account; without the addresses that the notice is about. */
export function recipientsOf(
  { about, subjects, formId }: Pick<NoticeEntity, 'about' | 'subjects' | 'formId'>,
  { formRecipients, accountEmail }: Addressees,
): string[] {
  const own = accountEmail === null ? [] : [accountEmail];
  const named = formId !== null && formRecipients.length > 0 ? formRecipients : own;
  const failing = subjects.includes(NOTIFICATIONS) ? named.map(digestOf) : [];
  const isAbout = (address: string) => [...about, ...failing].includes(digestOf(address));
  const left = named.filter((address) => !isAbout(address));
  return left.length > 0 ? left : own.filter((address) => !isAbout(address));
}
