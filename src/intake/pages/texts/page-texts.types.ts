import type { Preset } from '../../../forms/definition/field.types';
import type { MessageTexts } from '../../../fields/values/message.types';

/** All texts on the pages of a form in one language, except those of its owner. */
export interface PageTexts {
  form: {
    submit: string;
    /** Explains the asterisk that precedes the note. */
    requiredNote: string;
    optional: string;
    /** The first, empty option of a list. */
    choose: string;
    /** The label of one of several inputs of a list. */
    entry: (position: number) => string;
    honeypot: string;
    /** A note for visitors without JavaScript on a form that needs it. */
    needsScript: string;
    full: string;
  };
  problems: {
    heading: (count: number) => string;
    notSent: string;
    /** Precedes the title of the page and, for screen readers only, each message. */
    prefix: string;
  };
  notices: Record<PageNotice, { title: string; text: string }>;
  help: Partial<Record<Preset, string>> & { date: string; files: (limits: FileLimits) => string };
  thanks: { title: string; text: string; again: string };
  /** The texts about the confirmation of an address. */
  confirmation: {
    /** Tells that a mail is on its way: for a submission that is accepted, and for one that waits for the confirmation. */
    sent: { ask: string; require: string };
    /** The page of the link. Only its button confirms. */
    question: { title: string; text: string; button: string };
    done: { title: string; text: string };
    /** The answer when the value or the places of the submission are gone. */
    taken: { title: string; text: string };
    full: { title: string; text: string };
    /** The link is not valid, or the submission or its address are not there any more. */
    ended: { title: string; text: string };
  };
  closed: { title: string; text: string };
  /** The text for a form that is not open yet, with the time at which it opens. */
  unopened: { title: string; text: (when: string) => string };
  /** The text for a form that is closed, with the time at which it closed. */
  ended: { title: string; text: (when: string) => string };
  full: { title: string; text: string };
  notFound: { title: string; text: string };
  /** The text for a form that cannot be shown now. */
  unavailable: { title: string; text: string; again: string };
  refused: {
    /** The link to the page from which the visitor came. */
    back: string;
    /** Explains the button that sends the same values again. */
    kept: string;
    sendAgain: string;
    website: (host: string) => string;
    form: string;
  };
  messages: MessageTexts;
}

export type PageNotice = 'expired' | 'choose_files_again';

export interface FileLimits {
  maxFiles: number;
  maxBytes: number;
  /** Extensions (`.pdf`) and media types (`image/*`); null for the service's default list. */
  accept: readonly string[] | null;
}
