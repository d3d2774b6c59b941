import type { Language } from '../forms/languages.types';
import type { NoticeKind } from './notice.entity';
import type { KindTexts, NoticeTexts } from './notice-texts.types';
import { FRENCH, GERMAN, SPANISH } from './notice-translations.rules';

const english: Readonly<Record<NoticeKind, KindTexts>> = {
  origin_refused: {
    title: 'Visitors of a website are refused',
    says: ({ list, visitors }) =>
      `Visitors from ${visitors} networks or more could not send on one day. Their pages have origins that the form does not allow: ${list}.`,
    remedy: ({ hasNullOrigin }) =>
      `If this is your page, add its origin to the allowed origins of the form.${hasNullOrigin ? ' A page with the origin "null" hides it: let the page send Referrer-Policy: strict-origin-when-cross-origin, and do not open it as a file or in a sandbox.' : ''}`,
  },
  quota_near: {
    title: 'A quota is nearly used up',
    says: ({ isOfFiles, limit }) =>
      isOfFiles
        ? `More than 80 percent of the space for files is taken (${limit} bytes).`
        : `More than 80 percent of the ${limit} submissions of this month have come in.`,
    remedy: ({ isOfFiles }) =>
      isOfFiles
        ? 'Delete submissions with large files, or raise the limit. Then submissions with files go on being accepted.'
        : 'Ask the operator for a larger plan before the form refuses submissions until the next month.',
  },
  quota_reached: {
    title: 'A quota is used up',
    says: ({ isOfFiles, limit }) =>
      isOfFiles
        ? `The space for files is full (${limit} bytes): submissions with files are refused.`
        : `All ${limit} submissions of this month have come in: further ones are refused.`,
    remedy: ({ isOfFiles }) =>
      isOfFiles
        ? 'Delete submissions with large files, or raise the limit.'
        : 'Ask the operator for a larger plan, or wait for the next month.',
  },
  channel_disabled: {
    title: 'A channel was switched off',
    says: ({ list }) => `The receiver said that it is gone, or has failed for five days, so nothing is sent to it any more: ${list}.`,
    remedy: () => 'Correct the address in the workflow and publish it, which switches the channel on. Then send again what has failed.',
  },
  deliveries_failing: {
    title: 'Deliveries fail',
    says: ({ list }) => `The last three deliveries have failed for good: ${list}.`,
    remedy: () => 'See the causes under Needs attention, correct the address or the receiver, and send again what has failed.',
  },
  held_for_a_while: {
    title: 'Submissions wait in quarantine',
    says: ({ count, day }) => `Submissions look like spam and nobody has looked at them: ${count}. They are deleted from ${day} on.`,
    remedy: () => 'Look at the quarantine, and release what is no spam.',
  },
  import_will_be_deleted: {
    title: 'Imported submissions will be deleted',
    says: ({ day }) =>
      `Rows of an import are older than the retention of the form, which deletes them ${day ? `from ${day} on` : 'within the hour'}.`,
    remedy: () => 'Lengthen the retention of the form, then import the file again.',
  },
  values_dropped: {
    title: 'Values were not kept',
    says: ({ list }) => `A page sends more, or longer, values without a field than a submission keeps. These were not stored: ${list}.`,
    remedy: () => 'Add fields with these names, of at most 64 characters, whose values are kept in full, or let the page not send them.',
  },
  unmatched_names: {
    title: 'A page sends names that no field has',
    says: ({ list }) => `Many visitors have sent values under names that no field of the form has: ${list}.`,
    remedy: () => 'Add a field, let the page send the name of one, or put the name into intake.ignored_names.',
  },
  closed_by_date: {
    title: 'Visitors come to a closed form',
    says: ({ visitors, day }) =>
      `The form has been closed since ${day}, and visitors from ${visitors} networks or more tried to send on one day.`,
    remedy: () => 'Set a later end, take the form off the page, or switch it off.',
  },
  account_suspended: {
    title: 'The account is suspended',
    says: () => 'The operator has suspended the account: its forms accept nothing, and its workflows wait.',
    remedy: () => 'Ask the operator.',
  },
  points_used_up: {
    title: 'Compute points are used up',
    says: ({ day }) => `Workflows wait for compute points. Those that have waited the longest fail on ${day}.`,
    remedy: () => 'Ask the operator for points, or wait for those of the next month.',
  },
  key_ends: {
    title: 'An API key ends soon',
    says: ({ list }) => `These API keys end within 14 days: ${list}.`,
    remedy: () => 'Make a new key, give it to the programs that use the old one, and revoke the old one.',
  },
};

export const NOTICE_TEXTS: Readonly<Record<Language, NoticeTexts>> = {
  en: {
    kinds: english,
    many: (count) => `${count} notices about your forms`,
    over: 'Over',
    account: (name) => `Account ${name}`,
    seeAll: 'See what needs attention',
    reason:
      'You receive this mail because your address is that of a form or of its account. The settings of a form can turn these mails off.',
  },
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
};
