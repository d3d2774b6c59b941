import { sizeText } from '../../../platform/text/text.rules';
import { acceptText } from './format.rules';
import type { PageTexts } from './page-texts.types';

const size = (bytes: number): string => sizeText(bytes, 'en');
const kinds = (accept: readonly string[]): string => acceptText(accept, 'en');

export const ENGLISH: PageTexts = {
  form: {
    submit: 'Send',
    requiredNote: 'Required',
    optional: 'optional',
    choose: 'Please choose',
    entry: (position) => `Entry ${position}`,
    honeypot: 'Leave this field empty',
    needsScript: 'Please turn on JavaScript: a check against programs that send spam needs it.',
    full: 'full',
  },
  problems: {
    heading: (count) => (count === 1 ? 'Please check one answer' : `Please check ${count} answers`),
    notSent: 'Your answers have not been sent',
    prefix: 'Error: ',
  },
  notices: {
    expired: {
      title: 'Please send again',
      text: 'This page had been open for a long time, so nothing has been sent yet. Your answers are still here.',
    },
    choose_files_again: {
      title: 'Please choose your files again',
      text: 'For your safety, browsers do not keep chosen files. All other answers are still here.',
    },
  },
  help: {
    url: 'The full address, for example https://example.com',
    ipv4: 'For example 192.0.2.1',
    ipv6: 'For example 2001:db8::1',
    uuid: 'For example 123e4567-e89b-12d3-a456-426614174000',
    slug: 'Lower-case letters, digits and hyphens',
    hex_color: 'For example #1a2b3c',
    alpha_numeric: 'Letters A to Z and digits',
    date: 'Year, month and day, for example 2026-03-31',
    files: ({ maxFiles, maxBytes, accept }) => {
      const limit = maxFiles === 1 ? `One file, up to ${size(maxBytes)}` : `Up to ${maxFiles} files, ${size(maxBytes)} each`;
      return accept === null ? `${limit}.` : `${limit}. Accepted: ${kinds(accept)}.`;
    },
  },
  thanks: { title: 'Thank you', text: 'Your answers have been received.', again: 'Send another response' },
  confirmation: {
    sent: {
      ask: 'An e-mail is on its way to you. Please open its link to confirm your address.',
      require: 'An e-mail is on its way to you. Your answers count once you have confirmed your address with its link, within seven days.',
    },
    question: {
      title: 'Is this your address?',
      text: 'You have filled in this form. Please confirm your e-mail address.',
      button: 'Confirm my address',
    },
    done: { title: 'Thank you, your address is confirmed', text: 'There is nothing else to do. You can close this page.' },
    taken: { title: 'Your answers were received before', text: 'They can be sent once only, so these have not been accepted.' },
    full: {
      title: 'All places are taken',
      text: 'They were gone before you confirmed your address, so your answers could not be accepted.',
    },
    ended: {
      title: 'This link is no longer valid',
      text: 'Your answers have been deleted, or the link is not complete. If you still need it, please fill in the form again.',
    },
  },
  closed: { title: 'This form is closed', text: 'It no longer takes responses.' },
  unopened: { title: 'This form is not open yet', text: (when) => `It opens on ${when}.` },
  ended: { title: 'This form is closed', text: (when) => `It took answers until ${when}.` },
  full: { title: 'All places are taken', text: 'This form takes no more answers.' },
  notFound: {
    title: 'There is no form here',
    text: 'It may have been deleted, or the address is not complete. Please check the link that brought you here.',
  },
  unavailable: { title: 'The form cannot be shown just now', text: 'Please try again in a moment.', again: 'Try again' },
  refused: {
    back: 'Use the back button of your browser to return to the form. What you typed should still be there.',
    kept: 'Your answers are still here. You can send them again from this page.',
    sendAgain: 'Send again',
    website: (host) => `Back to ${host}`,
    form: 'Open an empty form',
  },
  messages: {
    required: () => 'Please fill in this field.',
    required_choice: () => 'Please choose an option.',
    required_choices: () => 'Please choose at least one option.',
    required_confirmation: () => 'Please tick this box.',
    required_file: () => 'Please choose a file.',
    not_text: () => 'Please enter a text.',
    not_number: () => 'Please enter a number.',
    number_with_comma: () => 'Please write the number with a point and without a comma, for example 1234.5.',
    number_too_large: () => 'This number is too large.',
    not_date: () => 'Please enter a date that exists, for example 2026-03-31.',
    not_boolean: () => 'Please answer yes or no.',
    not_list: () => 'Please give a list of answers.',
    not_file: () => 'Please choose a file.',
    file_not_taken: () => 'Files cannot be sent here.',
    file_without_field: ({ filename }) => `“${filename}” cannot be sent: this form takes no file there.`,
    one_value_only: () => 'Please give one answer only.',
    value_too_long: ({ maxBytes }) => `This answer is too long. At most ${size(maxBytes)} can be sent.`,
    preset_not_met: ({ preset }) => PRESETS[preset],
    not_an_option: () => 'Please choose from the given options.',
    null_character: () => 'This answer has a character in it that cannot be sent (U+0000).',
    unstorable: () => 'This answer has a character or a number in it that cannot be stored.',
    null_character_in_name: () => 'The name of a field has a character in it that cannot be sent (U+0000).',
    reserved_name: () => 'A field cannot have this name.',
    name_too_long: ({ maxLength }) => `The name of a field can have at most ${maxLength} characters.`,
    nothing_sent: () => 'Nothing was sent. Please fill in the form.',
    too_many_fields: ({ maxFields }) => `At most ${maxFields} answers can be sent at once.`,
    too_many_files: ({ maxFiles }) => (maxFiles === 1 ? 'Please choose one file only.' : `Please choose at most ${maxFiles} files.`),
    file_too_large: ({ filename, maxBytes }) => `“${filename}” is too large. A file can have up to ${size(maxBytes)}.`,
    file_type_not_accepted: ({ filename, accept }) => `“${filename}” cannot be sent here. Accepted: ${kinds(accept)}.`,
    file_type_not_allowed: ({ filename }) => `Files such as “${filename}” cannot be sent.`,
    file_content_differs: ({ filename }) => `The content of “${filename}” is not what its name says. Please choose another file.`,
    file_empty: ({ filename }) => `“${filename}” is empty. Please choose another file.`,
    file_infected: ({ filename }) => `“${filename}” contains malware and was not accepted.`,
    files_too_large: ({ maxBytes }) => `Your files are too large. Together they can have up to ${size(maxBytes)}.`,
    upload_timed_out: () => 'The transfer took too long. Please send again, with smaller files if you can.',
    too_large: ({ maxBytes }) => `Your answers are too long. Together they can have up to ${size(maxBytes)}.`,
    form_misconfigured: () => 'This form is not set up correctly and could not take your answers. Please tell the owner of the website.',
    boundary_missing: () =>
      'This website has set the header Content-Type without the boundary. It must not set this header itself: the browser sets it.',
    encoding_not_taken: () => 'This website has sent your answers in an encoding that is not taken. Please tell its owner.',
    origin_not_listed: () => 'This form does not take answers from this website. Please tell its owner.',
    origin_hidden: () =>
      'Your browser did not say from which website you send: the website hides it by its Referrer-Policy. Please tell its owner, who can set strict-origin-when-cross-origin.',
    origin_missing: () => 'This form takes answers from its own websites, and from programs that send its token. Neither was named.',
    rate_limited: () => 'Many answers come from your network just now. Please wait a minute and send again.',
    form_busy: () => 'Many answers come to this form just now. Please wait a minute and send again.',
    quota_exceeded: () => 'This form cannot take more responses at the moment. Please try again later.',
    form_closed: () => 'This form does not take answers at this time, so yours have not been sent.',
    no_places: () => 'All places are taken, so your answers could not be accepted.',
    option_full: () => 'This option is full. Please choose another one.',
    unverified: () => 'Please confirm that you are a person, with the check above the button, and send again.',
    duplicate: () => 'Your answers were received before. They can be sent once only.',
    unsolved: () =>
      'Your browser has not solved the small task that keeps spam away. Please allow JavaScript for this page, open it with https:// and a current browser, and send again.',
    service_unavailable: () => 'Your answers could not be saved just now. Please send again in a moment.',
    form_changed: () => 'This form has just been changed. Please look over your answers and send again.',
    malformed: () => 'Your answers did not arrive complete. Please send again.',
    unreadable_text: () => 'Some characters could not be read and are shown as \ufffd. Please look over your answers and send again.',
  },
};

const PRESETS = {
  email: 'Please enter an e-mail address, for example name@example.com.',
  url: 'Please enter a full address that starts with https:// or http://.',
  tel: 'Please enter a telephone number, for example +44 20 7946 0000.',
  ipv4: 'Please enter an IPv4 address, for example 192.0.2.1.',
  ipv6: 'Please enter an IPv6 address, for example 2001:db8::1.',
  uuid: 'Please enter a UUID, for example 123e4567-e89b-12d3-a456-426614174000.',
  slug: 'Please use lower-case letters and digits only, with single hyphens between them.',
  hex_color: 'Please enter a colour such as #1a2b3c.',
  alpha_numeric: 'Please use the letters A to Z and digits only.',
  integer: 'Please enter a whole number.',
};
