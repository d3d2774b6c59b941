import { shownLabel } from '../../fields/field-label.rules';
import type { Control, FieldView } from './control.types';
import { controlOf } from './controls.rules';
import type { FormPageField, FormPageModel } from './page.types';
import type { Message, MessageCode } from './texts/message.types';
import { messageText } from './texts/page-texts.rules';
import type { PageTexts } from './texts/page-texts.types';

/** The page of a form as its template shows it. */
export interface FormPageView {
  fields: readonly FieldView[];
  isMultipart: boolean;
  hasRequired: boolean;
  submitLabel: string;
  /** The problems in the order of the page; one without a field leads nowhere. */
  problems: readonly { focusId: string | null; label: string | null; text: string }[];
  problemsHeading: string;
  notices: readonly { title: string; text: string }[];
}

export function formPageView(model: FormPageModel, texts: PageTexts): FormPageView {
  const fields = model.fields.map((field, index) => fieldView(field, `f${index}`, texts));
  const faulty = fields.filter(({ errors }) => errors.length > 0);
  const problems = [
    ...model.messages.map((message) => ({ focusId: null, label: null, text: messageText(message, texts.messages) })),
    ...faulty.flatMap(({ focusId, label, errors }) => errors.map((text) => ({ focusId, label, text }))),
  ];
  return {
    fields,
    isMultipart: model.fields.some(({ type }) => type === 'file'),
    hasRequired: model.fields.some(({ required }) => required),
    submitLabel: model.submitLabel ?? texts.form.submit,
    problems,
    problemsHeading: faulty.length > 0 ? texts.problems.heading(faulty.length) : texts.problems.notSent,
    notices: model.notices.map((notice) => texts.notices[notice]),
  };
}

function fieldView(field: FormPageField, id: string, texts: PageTexts): FieldView {
  const control = controlOf(field, id, texts.form);
  const help = helpFor(field, control, texts.help);
  const errors = field.messages.map((message) => messageText(messageFor(message, control), texts.messages));
  const describing = [...(help === null ? [] : [`${id}-help`]), ...(errors.length === 0 ? [] : [`${id}-error`])];
  return {
    id,
    focusId: isGroup(control) ? `${id}-0` : id,
    name: field.name,
    label: shownLabel(field),
    isRequired: field.required,
    help,
    errors,
    describedBy: describing.length === 0 ? null : describing.join(' '),
    control,
  };
}

function helpFor(
  { preset, maxFiles, maxBytes, accept }: FormPageField,
  control: Control,
  help: PageTexts['help'],
): string | null {
  if (maxFiles !== null && maxBytes !== null) return help.files({ maxFiles, maxBytes, accept });
  if (control.template !== 'text') return null;
  return (preset === null ? null : help[preset]) ?? null;
}

const isGroup = ({ template }: Control): boolean =>
  template === 'radios' || template === 'checkboxes' || template === 'entries';

/** A missing value is asked for in the words of its control. */
function messageFor(message: Message, { template }: Control): Message {
  const code = message.code === 'required' ? REQUIRED_CODES[template] : undefined;
  return code === undefined ? message : { code };
}

const REQUIRED_CODES: Partial<Record<Control['template'], Extract<MessageCode, `required_${string}`>>> = {
  select: 'required_choice',
  radios: 'required_choice',
  checkboxes: 'required_choices',
  checkbox: 'required_confirmation',
  file: 'required_file',
};
