import { mailAddressOf } from '../../platform/mail/mail-address.rules';
import type { AskedConfirmation } from '../../submissions/submission-writer.types';
import type { CompiledForm } from '../compiled-form';
import { pageLanguage } from '../pages/form-page.rules';
import type { ReceivedSubmission } from '../received-submission';

/**
 * The mail that asks the visitor to confirm the address; null for a form without this setting, and for a submission without an address. It
 * does not depend on the checks for spam, so that the answer does not tell what they have found.
 */
export function askedConfirmation(
  { confirmation, settings }: CompiledForm,
  values: Readonly<Record<string, unknown>>,
  { acceptLanguage }: Pick<ReceivedSubmission, 'acceptLanguage'>,
): AskedConfirmation | null {
  if (!confirmation) return null;
  const address = values[confirmation.field];
  if (typeof address !== 'string' || mailAddressOf(address) === null) return null;
  return { isRequired: confirmation.level === 'require', language: pageLanguage(settings.page.language, acceptLanguage) };
}
