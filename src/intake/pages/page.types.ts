import type { FieldOptions, FieldType, Preset } from '../../fields/field.types';
import type { Language } from './texts/language.types';
import type { Message } from './texts/message.types';
import type { PageNotice } from './texts/page-texts.types';

/** The model that every page needs. */
interface Page {
  language: Language;
  /** The address of the style sheet, in the accent colour of the form. */
  styleSheet: string;
}

/** The page with the form, empty or shown again with what was sent. */
export interface FormPageModel extends Page {
  /** The address that the form is posted to. */
  action: string;
  title: string;
  intro: string | null;
  /** Null for the word of the language. */
  submitLabel: string | null;
  fields: readonly FormPageField[];
  /** The page token and the idempotency key. */
  hiddenFields: readonly { name: string; value: string }[];
  notices: readonly PageNotice[];
  /** Errors of the submission as a whole. */
  messages: readonly Message[];
}

export interface FormPageField {
  name: string;
  label: string | null;
  type: FieldType;
  required: boolean;
  options: FieldOptions | null;
  preset: Preset | null;
  /** The three limits of a file field; null for other types. */
  maxFiles: number | null;
  maxBytes: number | null;
  accept: readonly string[] | null;
  /** The texts that were sent, as they were sent; none on a fresh page. */
  values: readonly string[];
  messages: readonly Message[];
}

/** The page for a submission that was refused and that no editing on the page can correct. */
export interface RefusedPageModel extends Page {
  problems: readonly { label: string | null; message: Message }[];
  /** The same submission as a form that sends it again; null leaves the way back to the page it came from. */
  resend: { action: string; hiddenFields: readonly { name: string; value: string }[] } | null;
  /** For the owner of the website: the code and the English text of the API, and the id of the request. */
  reference: { code: string; message: string; requestId: string };
}

/** The page after a submission. Null for a text takes the one of the language. */
export interface ThanksPageModel extends Page {
  title: string | null;
  text: string | null;
  /** The address of the form, for another response; null shows no link. */
  formAddress: string | null;
}

/** The page of a form that takes no submissions. */
export interface ClosedPageModel extends Page {
  /** The title of the form. */
  formTitle: string;
}

/** A page that shows nothing of a form. */
export type PlainPageModel = Page;

/** The settings of a form that its Content-Security-Policy follows. */
export interface PolicyInput {
  /** Where visitors go after a submission; null for the page of thanks. */
  redirect: URL | null;
  /** True when pages of the allowed origins may show the form in a frame. */
  frame: 'allowed_origins' | 'none';
  /** The normalized origins of the form; an empty list allows every page. */
  allowedOrigins: readonly string[];
}
