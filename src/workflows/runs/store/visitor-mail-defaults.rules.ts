import { asksForProof, confirmedFieldOf, type CopySettings } from '../../definition/copy-allowance.rules';
import type { RunState, VisitorMailDefaults } from '../../model/run-state.types';

/** The settings of a form that its mails to visitors depend on, as they are stored. */
export interface MailingForm extends CopySettings {
  title: string | null;
  /** The addresses that are told of its submissions; null while nobody is. Null stands for an account without an address. */
  notified: (string | null)[] | null;
}

/**
 * The sender and the copy of mails to visitors. An answer of the visitor goes to whom the submission went, if that is one person. A copy for
 * which the form asks no proof goes to an address that was confirmed; a test sends nothing to it, and shows the copy.
 */
export function visitorMailDefaults(
  form: MailingForm,
  { form: { name }, fields, submission }: Pick<RunState, 'form' | 'fields' | 'submission'>,
  isTest: boolean,
): VisitorMailDefaults {
  const notified = form.notified ?? [];
  const isFree = asksForProof(form);
  const confirmed = isTest || submission.address_confirmed ? confirmedFieldOf(form) : null;
  return {
    from_name: form.title ?? name,
    reply_to: notified.length === 1 ? notified[0]! : null,
    submitted: isFree || confirmed !== null ? fields : null,
    copied_to: isFree ? null : confirmed,
  };
}
