import { counted } from '../../english.rules';
import type { FormDocument } from './settings';

/** The summaries of the settings, by the title of the section. */
export const SET_WORDS: Readonly<Record<string, (document: FormDocument) => string>> = {
  'Names without a field': ({ unmatched }) => (unmatched.length > 0 ? `${counted(unmatched.length, 'name')} in the last 30 days` : 'none'),
  General: ({ form }) => (form.validate_fields ? 'values are checked against the fields' : 'values are stored as they are sent'),
  Origins: ({ form: { allowed_origins: origins } }) => (origins.length === 0 ? 'all websites may send' : first(origins)),
  Page: ({ page }) =>
    list([
      page.title !== null && `“${page.title}”`,
      page.language === 'auto' ? 'in the language of the visitor' : `in ${LANGUAGES[page.language]}`,
      page.redirect_url !== null && `then ${page.redirect_url}`,
      page.frame === 'none' && 'in no frame',
    ]),
  Notifications: ({ form, notifications: { to } }) =>
    !form.notifications_enabled ? 'no mails' : to.length === 0 ? 'mails to the address of the account' : `mails to ${first(to)}`,
  Visitors: ({ respondent: { address_field: field, confirm } }) =>
    field === null || confirm === 'off'
      ? 'addresses are not confirmed'
      : confirm === 'ask'
        ? 'asked to confirm their address'
        : 'held until they confirm their address',
  Spam: ({ spam }) => {
    const checks = Object.entries(CHECKS).map(([name, word]) => {
      const level = name === 'siteverify' ? spam.siteverify.level : spam[name as keyof typeof spam];
      return { word, isOn: level !== 'off' };
    });
    const off = checks.filter(({ isOn }) => !isOn).length;
    return list([...checks.map(({ word, isOn }) => isOn && word), off > 0 && `${counted(off, 'check')} off`]);
  },
  'Places and hours': ({ intake }) =>
    list([
      intake.max_submissions !== null && `${counted(intake.max_submissions, 'submission')} at most`,
      intake.max_stored_bytes !== null && `${intake.max_stored_bytes.toLocaleString('en')} bytes of files at most`,
      Object.keys(intake.places).length > 0 && 'places by option',
      intake.opens_at !== null && `opens ${day(intake.opens_at)}`,
      intake.closes_at !== null && `closes ${day(intake.closes_at)}`,
      intake.per_address_per_minute !== null && `${intake.per_address_per_minute} a minute from an address`,
    ]) || 'always open, without a limit',
  Uniqueness: ({ form: { fields }, intake: { unique_by: name } }) =>
    name === null ? 'none' : `only one by ${fields.find((field) => field.name === name)?.label ?? name}`,
  Retention: ({ retention: { days }, retention_waits: waits }) =>
    days === null ? 'kept for ever' : `deleted after ${counted(days, 'day')}${waits ? `, from ${day(waits.begins_at)} on` : ''}`,
};

const LANGUAGES = { en: 'English', de: 'German', fr: 'French', es: 'Spanish' } as const;

const CHECKS = {
  ...{ honeypot: 'hidden field', too_fast: 'too fast', links: 'web addresses', repeated_text: 'repeated text' },
  ...{ proof_of_work: 'proof of work', siteverify: 'a provider' },
};

const list = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join('; ');

const first = ([one, ...others]: readonly string[]): string => `${one}${others.length > 0 ? ` and ${others.length} more` : ''}`;

const day = (iso: string): string => new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
