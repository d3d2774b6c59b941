import type { StoredSettings } from '../../forms/settings/form-settings.dto';

/** The settings on which it depends whether a mail may repeat all that was submitted. */
export type CopySettings = Pick<StoredSettings, 'spam' | 'respondent'>;

/** True while each submission costs its sender something: a proof of work, or a provider that tells people from programs. */
export const asksForProof = ({ spam }: CopySettings): boolean => spam?.proof_of_work === 'require' || spam?.siteverify?.level === 'require';

/** The field with the address that visitors confirm before anything else is sent; null for none. */
export const confirmedFieldOf = ({ respondent }: CopySettings): string | null =>
  respondent?.confirm === 'require' ? (respondent.address_field ?? null) : null;

/** True while a mail to the address in this field may repeat all that was submitted. */
export const allowsCopy = (settings: CopySettings, field: string | null): boolean =>
  asksForProof(settings) || (field !== null && confirmedFieldOf(settings) === field);
