import { shownLabel } from '../../forms/definition/field.rules';
import type { Control, ShownField } from './control.types';
import { controlOf } from './controls.rules';
import type { FormPageField, FormPageModel } from './page.types';
import type { Message, MessageCode, MessageTexts } from '../../fields/values/message.types';
import type { PageTexts } from './texts/page-texts.types';
import Negotiator from 'negotiator';
import { type Language, LANGUAGES, type LanguageSetting } from '../../forms/languages.types';
import { ENGLISH } from './texts/english.rules';
import { FRENCH } from './texts/french.rules';
import { GERMAN } from './texts/german.rules';
import { SPANISH } from './texts/spanish.rules';

export interface FormPageView {
  fields: readonly ShownField[];
  isMultipart: boolean;
  hasRequired: boolean;
  submitLabel: string;
  /** The problems in the order of the page. A problem without a field has no link. */
  problems: readonly { focusId: string | null; label: string | null; text: string }[];
  problemsHeading: string;
  notices: readonly { title: string; text: string }[];
}

export function formPageView(model: FormPageModel, texts: PageTexts): FormPageView {
  const fields = model.fields.map((field, index) => fieldView(field, `f${index}`, texts));
  const invalid = fields.filter(({ errors }) => errors.length > 0);
  const problems = [
    ...model.messages.map((message) => ({ focusId: null, label: null, text: messageText(message, texts.messages) })),
    ...invalid.flatMap(({ focusId, label, errors }) => errors.map((text) => ({ focusId, label, text }))),
  ];
  return {
    fields,
    isMultipart: model.fields.some(({ type }) => type === 'file'),
    hasRequired: model.fields.some(({ required }) => required),
    submitLabel: model.submitLabel ?? texts.form.submit,
    problems,
    problemsHeading: invalid.length > 0 ? texts.problems.heading(invalid.length) : texts.problems.notSent,
    notices: model.notices.map((notice) => texts.notices[notice]),
  };
}

function fieldView(field: FormPageField, id: string, texts: PageTexts): ShownField {
  const control = controlOf(field, id, texts.form);
  const help = helpFor(field, control, texts.help);
  const errors = field.messages.map((message) => messageText(messageFor(message, control), texts.messages));
  const describing = [...(help === null ? [] : [`${id}-help`]), ...(errors.length === 0 ? [] : [`${id}-error`])];
  return {
    id,
    focusId: focusIdOf(control, id),
    name: field.name,
    label: shownLabel(field),
    isRequired: field.required,
    help,
    errors,
    describedBy: describing.length === 0 ? null : describing.join(' '),
    control,
  };
}

function helpFor({ preset, maxFiles, maxBytes, accept }: FormPageField, control: Control, help: PageTexts['help']): string | null {
  if (maxFiles !== null && maxBytes !== null) return help.files({ maxFiles, maxBytes, accept });
  if (control.template !== 'text') return null;
  return (preset === null ? null : help[preset]) ?? null;
}

/** Returns the first control of a group. Firefox does not focus a date input by a link, so its surrounding element is linked. */
function focusIdOf(control: Control, id: string): string {
  const { template } = control;
  if (template === 'text' && control.type === 'date') return `${id}-field`;
  return template === 'radios' || template === 'checkboxes' || template === 'entries' ? `${id}-0` : id;
}

/** Words the message for a missing value according to its control. */
const messageFor = (message: Message, { template }: Control): Message =>
  message.code === 'required' ? { code: REQUIRED_CODES[template] } : message;

const REQUIRED_CODES: Readonly<Record<Control['template'], Extract<MessageCode, `required${string}`>>> = {
  text: 'required',
  textarea: 'required',
  entries: 'required',
  select: 'required_choice',
  radios: 'required_choice',
  checkboxes: 'required_choices',
  checkbox: 'required_confirmation',
  file: 'required_file',
};

export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH };

export function messageText<Code extends MessageCode>(message: Message<Code>, texts: MessageTexts): string {
  const text: (message: Message<Code>) => string = texts[message.code];
  return text(message);
}

/** Returns the language of a page: that of the form, else the one that `Accept-Language` prefers, else English. */
export function pageLanguage(setting: LanguageSetting, acceptLanguage: string | undefined): Language {
  if (setting !== 'auto') return setting;
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } });
  return (negotiator.language(LANGUAGES) ?? 'en') as Language;
}
