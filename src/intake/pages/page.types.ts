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
  /** True in a frame, where browsers do not focus an element of a page on their own. */
  isFramed: boolean;
}

export interface FormPageModel extends Page {
  action: string;
  /** The address to which the button sends the form; null for `action`. */
  buttonAction: string | null;
  title: string;
  intro: string | null;
  /** Null for the default text of the language. */
  submitLabel: string | null;
  fields: readonly FormPageField[];
  /** The addresses of the challenge and of its solver script; null when the form requires none. */
  challenge: { address: string; script: string } | null;
  /** The page token with the idempotency key, or with other values that the page of a website sent. */
  hiddenFields: readonly HiddenField[];
  notices: readonly PageNotice[];
  /** Errors of the whole submission. */
  messages: readonly Message[];
  widget: Widget | null;
}

/** The widget of a provider. The provider's script shows the widget in the element with this class. */
export interface Widget {
  className: string;
  siteKey: string;
  script: string;
  /** True when the form cannot be sent without the widget, and therefore needs JavaScript. */
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
  /** The limits of a file field; null for other types. */
  maxFiles: number | null;
  maxBytes: number | null;
  accept: readonly string[] | null;
  /** The texts as they were sent; empty on a new page. */
  values: readonly string[];
  messages: readonly Message[];
}

/** The page for a refused submission that the visitor cannot correct on the page. */
export interface RefusedPageModel extends Page {
  problems: readonly { label: string | null; message: Message }[];
  /** A form that sends the same values again; null when the page only links back. */
  resend: { action: string; hiddenFields: readonly HiddenField[] } | null;
  wayOn: WayOn | null;
  /** For the owner of the website: the error code and the English message of the API, and the id of the request. */
  reference: { code: string; message: string; requestId: string };
}

/** The page after a submission. A null text stands for the default of the language. */
export interface ThanksPageModel extends Page {
  title: string | null;
  text: string | null;
  /** `require` when the submission waits for the confirmation; null when no mail asks for one. */
  asked: 'ask' | 'require' | null;
  /** The address of the form, for another submission; null shows no link. */
  formAddress: string | null;
}

/** The page of a link in a mail: the question with the button, or the outcome. */
export type ConfirmationPage = 'question' | 'done' | 'taken' | 'full' | 'ended';

/** The settings on which the Content-Security-Policy of a form depends. */
export interface PolicyInput {
  /** The address to which visitors are redirected after a submission; null for the page of thanks. */
  redirect: URL | null;
  frame: 'allowed_origins' | 'none';
  /** The address of the challenge that a script of the service solves, without a scheme; null when the form requires none. */
  challenge: { host: string; path: string } | null;
  /** The normalized origins of the form; an empty list allows every page. */
  allowedOrigins: readonly string[];
  widgetSources: WidgetSources | null;
  /** By default the own pages of the service get the address, without which browsers send `Origin: null`. */
  referrer?: 'no-referrer';
}
