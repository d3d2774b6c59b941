import type { FieldOptions, FieldType, Preset } from '../../forms/definition/field.types';
import type { Language } from '../../forms/languages.types';
import type { WayOn } from '../browser-form.rules';
import type { WidgetSources } from '../spam/siteverify-providers.rules';
import type { HiddenField } from '../underscore-fields.rules';
import type { Message } from '../../fields/values/message.types';
import type { PageNotice } from './texts/page-texts.types';

export interface Page {
  language: Language;
  styleSheet: string;
  /** True in a frame, where browsers give the focus to no element of a page by themselves. */
  isFramed: boolean;
}

export interface FormPageModel extends Page {
  action: string;
  /** The address to which the button posts it instead; null for `action`. */
  buttonAction: string | null;
  title: string;
  intro: string | null;
  /** Null for the word of the language. */
  submitLabel: string | null;
  fields: readonly FormPageField[];
  /** The addresses of the challenge that the page solves and of the script that does it; null for a form that asks for none. */
  challenge: { address: string; script: string } | null;
  /** The page token, and the idempotency key or what the page of a website has sent besides the fields. */
  hiddenFields: readonly HiddenField[];
  notices: readonly PageNotice[];
  /** Errors of the submission as a whole. */
  messages: readonly Message[];
  /** Null for most forms. */
  widget: Widget | null;
}

/** The widget of a provider that tells people from programs, which its script shows in an element of its class. */
export interface Widget {
  className: string;
  siteKey: string;
  script: string;
  /** The form is refused without it, and so without JavaScript. */
  isRequired: boolean;
}

export interface FormPageField {
  name: string;
  label: string | null;
  type: FieldType;
  required: boolean;
  options: FieldOptions | null;
  preset: Preset | null;
  fullOptions: readonly string[];
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
  resend: { action: string; hiddenFields: readonly HiddenField[] } | null;
  wayOn: WayOn | null;
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

/** The settings of a form that its Content-Security-Policy follows. */
export interface PolicyInput {
  /** The address to which visitors go after a submission; null for the page of thanks. */
  redirect: URL | null;
  frame: 'allowed_origins' | 'none';
  /** The address of the challenge that a script of the service solves, without a scheme; null where the form asks for none. */
  challenge: { host: string; path: string } | null;
  /** The normalized origins of the form; an empty list allows every page. */
  allowedOrigins: readonly string[];
  widgetSources: WidgetSources | null;
}
