import type { Preset } from '../../../forms/definition/field.types';
import type { MessageTexts } from '../../../fields/values/message.types';

/** Everything that the pages of a form say in one language, apart from what its owner wrote. */
export interface PageTexts {
  form: {
    submit: string;
    /** Explains the asterisk, which stands before it. */
    requiredNote: string;
    optional: string;
    /** The first, empty entry of a list. */
    choose: string;
    /** The label of one of several inputs of a list. */
    entry: (position: number) => string;
    honeypot: string;
    /** For visitors without JavaScript, where it is needed. */
    needsScript: string;
    full: string;
  };
  problems: {
    heading: (count: number) => string;
    notSent: string;
    /** Put before the title of the page and, for screen readers only, before each message. */
    prefix: string;
  };
  notices: Record<PageNotice, { title: string; text: string }>;
  help: Partial<Record<Preset, string>> & { date: string; files: (limits: FileLimits) => string };
  thanks: { title: string; text: string; again: string };
  closed: { title: string; text: string };
  /** A form before its hours, with the time at which it opens. */
  unopened: { title: string; text: (when: string) => string };
  /** A form after its hours, with the time at which it closed. */
  ended: { title: string; text: (when: string) => string };
  full: { title: string; text: string };
  notFound: { title: string; text: string };
  /** Instead of a form that cannot be shown at the moment. */
  unavailable: { title: string; text: string; again: string };
  refused: {
    /** The way back to the page that the visitor came from. */
    back: string;
    /** Explains the button that sends the same answers again. */
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
  /** Extensions (`.pdf`) and media types (`image/*`); null when the service's own list holds. */
  accept: readonly string[] | null;
}
