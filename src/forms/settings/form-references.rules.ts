import type { FieldError } from '../../api/errors/api-error';
import type { FormEntity } from '../form.entity';
import { compileOrigins } from '../origin.rules';
import type { FormSettings, StoredSettings } from './form-settings.dto';
import { intakeErrors, type IntakeReferences, intakeWarnings } from './intake-settings.rules';
import { respondentErrors, type RespondentReferences, respondentWarnings } from './respondent-settings.rules';
import { faultIf } from './setting-errors.rules';
import { type SiteverifyReferences, siteverifyErrors, siteverifyWarnings } from './siteverify-settings.rules';

export type FormReferences = Pick<FormEntity, 'allowedOrigins'> & IntakeReferences & SiteverifyReferences & RespondentReferences;

/** The errors of a patch that depend on the origins and fields of the form and on the settings after the patch. */
export function referenceErrors(
  { page, notifications, spam, intake, respondent }: StoredSettings,
  after: FormSettings,
  form: FormReferences,
): FieldError[] {
  return [
    ...faultIf(isNotAdmitted(page?.redirect_url, form), 'page.redirect_url', NOT_ADMITTED),
    ...faultIf(isNoTextField(notifications?.reply_to_field, form), 'notifications.reply_to_field', NOT_A_TEXT_FIELD),
    ...siteverifyErrors(spam?.siteverify, after.spam.siteverify, form),
    ...intakeErrors(intake, after.intake, form),
    ...respondentErrors(respondent, after.respondent, form),
  ];
}

/** The warnings about settings that have no effect any more, since origins or fields were changed later. */
export function settingsWarnings({ page, notifications, spam, intake, respondent }: FormSettings, form: FormReferences): FieldError[] {
  return [
    ...faultIf(isNotAdmitted(page.redirect_url, form), 'page.redirect_url', REDIRECT_UNUSED),
    ...faultIf(isNoTextField(notifications.reply_to_field, form), 'notifications.reply_to_field', REPLY_TO_UNUSED),
    ...siteverifyWarnings(spam.siteverify, form),
    ...intakeWarnings(intake, form),
    ...respondentWarnings(respondent, form),
  ];
}

const isNotAdmitted = (url: string | null | undefined, { allowedOrigins }: FormReferences): boolean =>
  url != null && compileOrigins(allowedOrigins).allowsRedirect(url) === null;

const isNoTextField = (name: string | null | undefined, { fields }: FormReferences): boolean =>
  name != null && !fields.some((field) => field.name === name && field.type === 'string');

const NOT_ADMITTED = 'must have one of the allowed origins of the form, where * does not count: add its origin there first';
const NOT_A_TEXT_FIELD = 'must be the name of a field for texts';
const REDIRECT_UNUSED = 'is not used, since its origin is not among the allowed origins of the form any more, where * does not count.';
const REPLY_TO_UNUSED = 'is not used, since the form has no field for texts with this name any more.';
