import type { Field, FormSettings, Form } from 'form-collection-client';
import type { Kind, Option } from '../../elements/form/option.rules';

interface Trait {
  type?: 'boolean' | 'integer' | 'array' | 'date-time' | 'text';
  choices?: readonly string[];
  isNullable?: boolean;
}

declare const MEMBER_TRAITS: Readonly<Record<string, Trait>>;

const KINDS: Readonly<Record<string, Kind>> = {
  ...{ boolean: 'check', integer: 'number', array: 'lines', 'date-time': 'time', text: 'area' },
};

export type FormDocument = FormSettings & { form: Form };

type More = Partial<Option> & { words?: Readonly<Record<string, string>>; none?: string };
type Words = [path: string, label: string, hint?: string, more?: More];

export interface SettingsSection {
  title: string;
  about?: string;
  link?: { href: string; text: string };
  options: readonly Option[];
}

/** The options at these paths, with their limits in the API. `none` is the label for no choice. */
export const optionsOf = (words: readonly Words[]): Option[] =>
  words.map(([path, label, hint, { words: own, none, ...more } = {}]) => {
    const { type, choices, isNullable = false } = MEMBER_TRAITS[path] ?? {};
    const known = choices?.map((value) => [value, own?.[value] ?? WORDS[value] ?? value] as const);
    return {
      ...{ path: path.split('.'), label, isNullable },
      kind: known || more.choices ? 'choice' : (KINDS[type ?? ''] ?? 'line'),
      ...(hint && { hint }),
      ...(known && { choices: { ...(none && { '': none }), ...Object.fromEntries(known) } }),
      ...more,
    };
  });

const WORDS: Readonly<Record<string, string>> = {
  ...{ off: 'Off', observe: 'Observe', quarantine: 'Quarantine', drop: 'Throw away', require: 'Require' },
  ...{ auto: 'By itself', en: 'English', de: 'German', fr: 'French', es: 'Spanish' },
  ...{ allowed_origins: 'The origins above', none: 'No page', refuse: 'Refuse', thank: 'Thank, and store nothing' },
  ...{ turnstile: 'Turnstile', hcaptcha: 'hCaptcha', recaptcha: 'reCAPTCHA' },
};

export const NAMES = 'Names without a field';
export const ORIGINS = 'Origins';

export const sectionsOf = ({ form: { fields }, intake }: FormDocument): SettingsSection[] => [
  {
    title: NAMES,
    about: 'sent by pages in the last 30 days',
    options: optionsOf([['intake.ignored_names', 'Ignored names', 'One a line. What comes under them is neither kept nor counted.']]),
  },
  {
    title: 'General',
    options: optionsOf([
      ['form.name', 'Form name'],
      ['form.validate_fields', 'Check values against the fields', 'otherwise they are stored as they are sent'],
    ]),
  },
  {
    title: ORIGINS,
    about: 'websites that may send to this form',
    options: optionsOf([
      [
        'form.allowed_origins',
        'Origins',
        'One a line, such as https://www.example.com, https://*.example.com or, for an app, capacitor://localhost. None: all may.',
      ],
    ]),
  },
  {
    title: 'Page',
    about: 'what visitors see at the live page',
    options: optionsOf([
      ['page.title', 'Title', 'by default the name of the form'],
      ['page.intro', 'Introduction', 'a text below it'],
      ['page.submit_label', 'Button', 'by default “Send”'],
      ['page.thanks_title', 'Thanks', 'the heading after sending'],
      ['page.thanks_text', 'Thanks, in full', 'the text after sending'],
      ['page.redirect_url', 'After sending', 'the address of a page of your own that follows; its origin must be among the origins above'],
      ['page.language', 'Language', 'of all texts but your own', { words: { auto: 'That of the visitor' } }],
      ['page.time_zone', 'Time zone', 'in which the page and mails tell times, such as Europe/Berlin; none: that of the account, or UTC'],
      ['page.accent_color', 'Color', 'of buttons and links, such as #0b6e4f'],
      ['page.frame', 'May be shown in a frame by'],
    ]),
  },
  {
    title: 'Notifications',
    about: 'who is told of what arrives',
    options: optionsOf([
      ['form.notifications_enabled', 'Send mails'],
      ['notifications.to', 'To', 'Up to five addresses, one a line. None: the address of the account.'],
      ['notifications.reply_to_field', 'Reply to', 'the field with the address', fieldChoice(fields, ['string'])],
      ['notices.mail', 'Mail notices', 'one that something goes wrong with the form, and one that it is over'],
    ]),
  },
  {
    title: 'Visitors',
    about: 'whether the address that somebody types is theirs',
    options: optionsOf([
      ['respondent.address_field', 'Address', 'a field of texts that must be an e-mail address', addressChoice(fields)],
      [
        'respondent.confirm',
        'Confirmation',
        'A mail asks the visitor to confirm it. What is held until then is deleted after seven days, and needs checked values and a required field.',
        { words: { ask: 'Ask, and accept at once', require: 'Hold until it is confirmed' } },
      ],
    ]),
  },
  {
    title: 'Spam',
    about: 'what is looked at in what comes from pages',
    link: { href: '#/quarantine', text: 'Try other settings' },
    options: optionsOf([
      ['spam.honeypot', 'Hidden field', 'filled by programs, and by some browsers'],
      ['spam.too_fast', 'Too fast', 'sent soon after opening'],
      ['spam.min_seconds', 'Seconds', 'what is sent earlier is too fast'],
      ['spam.links', 'Web addresses', 'more of them than one needs'],
      ['spam.max_links', 'At most', 'web addresses in all texts'],
      ['spam.repeated_text', 'Repeated text', 'the same for the sixth time within an hour'],
      ['spam.proof_of_work', 'Proof of work', 'a sum that browsers do, and programs avoid', { words: { auto: 'While it is needed' } }],
      ['spam.siteverify.level', 'Check by a provider', 'a widget tells people from programs'],
      ['spam.siteverify.provider', 'Provider', '', { none: '–' }],
      ['spam.siteverify.site_key', 'Site key', 'the public key of the widget'],
      ['spam.siteverify.secret_name', 'Name of the secret', 'an operator has set it'],
    ]),
  },
  {
    title: 'Places and hours',
    about: 'how much is accepted, and when',
    options: [
      ...optionsOf([
        ['intake.max_submissions', 'Submissions at most', '0 closes the form'],
        ['intake.max_stored_bytes', 'Bytes of files at most', '0 takes no further files'],
        ['intake.opens_at', 'Opens', `in your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`],
        ['intake.closes_at', 'Closes'],
        ['intake.per_address_per_minute', 'From one address a minute', 'for many people behind one address, such as a school'],
      ]),
      ...placesOf(fields, intake.places),
    ],
  },
  {
    title: 'Uniqueness',
    about: 'a value that only one submission may have',
    options: optionsOf([
      ['intake.unique_by', 'Only one by', 'the field that is compared', fieldChoice(fields, ['string', 'number'])],
      ['intake.on_duplicate', 'A second one'],
    ]),
  },
  {
    title: 'Retention',
    about: 'for how long submissions are kept',
    options: optionsOf([['retention.days', 'Days', 'Older ones are deleted for good. Empty: kept for ever.']]),
  },
];

const addressChoice = (fields: readonly Field[]): Partial<Option> =>
  fieldChoice(
    fields.filter(({ validation }) => validation?.preset === 'email'),
    ['string'],
  );

function fieldChoice(fields: readonly Field[], types: readonly string[]): Partial<Option> {
  const fitting = fields.filter(({ type }) => types.includes(type));
  return { choices: { '': 'None', ...Object.fromEntries(fitting.map(({ name, label }) => [name, label ?? name])) } };
}

/** A number for each choice of a field with a list, also for choices that no field has any more. */
function placesOf(fields: readonly Field[], places: Readonly<Record<string, object>>): Option[] {
  const names = new Set([...fields.map(({ name }) => name), ...Object.keys(places)]);
  return [...names].flatMap((name) => {
    const field = fields.find((each) => each.name === name);
    const options = Array.isArray(field?.options) ? field.options : [];
    const all = new Set([...options, ...Object.keys(places[name] ?? {})]);
    return [...all].map((option) => ({
      path: ['intake', 'places', name, option],
      label: option,
      hint: `places for “${field?.label ?? name}”`,
      kind: 'number',
      isNullable: true,
    }));
  });
}
