import { fileNamesOf, type SubmittedValues } from '../fields/values/submitted-fields.rules';

/** Values of the control fields, whose names begin with an underscore and which are never stored. */
export interface ControlFields {
  /** `_gotcha`, a field that people do not see, has a value: the form was filled in by a program. */
  isHoneypotFilled: boolean;
  /** `_redirect`: the address to send the browser to, not yet checked against the allowed origins. Null without a text. */
  redirect: string | null;
  /** `_nonce`: the page token of the hosted form page. Null without a text. */
  pageToken: string | null;
  /** `_key`: the idempotency key of the hosted form page. Null without a text. */
  pageKey: string | null;
  /** `_altcha`: the challenge of the form with its solution, not yet checked. Null without a text. */
  challengeAnswer: string | null;
}

export function controlFieldsOf(submitted: SubmittedValues): ControlFields {
  return {
    isHoneypotFilled:
      fileNamesOf(submitted).has('_gotcha') ||
      isFilled(submitted.encoding === 'json' ? ownValue(submitted.values, '_gotcha') : submitted.form.texts.get('_gotcha')),
    redirect: filledText(submitted, '_redirect'),
    pageToken: filledText(submitted, '_nonce'),
    pageKey: filledText(submitted, '_key'),
    challengeAnswer: filledText(submitted, '_altcha'),
  };
}

/** Anything but the values that a page sends for an untouched text input, check box or list. */
function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFilled);
  return value !== undefined && value !== null && value !== false && value !== '';
}

/** The first text of this name that is not empty. */
function filledText(submitted: SubmittedValues, name: string): string | null {
  if (submitted.encoding !== 'json') return submitted.form.texts.get(name)?.find((text) => text !== '') ?? null;
  const value = ownValue(submitted.values, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

const ownValue = (values: Record<string, unknown>, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);

/** An input of a form that is sent with it unseen. */
export interface HiddenField {
  name: string;
  value: string;
}
