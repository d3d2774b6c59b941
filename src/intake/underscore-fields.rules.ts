import { filesOf, type SubmittedValues, valuesAt } from '../fields/values/submitted-fields.rules';
import type { ReceivedFile } from '../files/submission-file.entity';

/** Values of the control fields, which are never stored. */
export interface ControlFields {
  /** `_gotcha`, a field that people do not see, has a value, or `bot-field`, its name at another service: a program filled in the form. */
  isHoneypotFilled: boolean;
  /** `_redirect`, or else `_next`: the address to send the browser to, not yet checked against the allowed origins. Null without a text. */
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
    isHoneypotFilled: HONEYPOTS.some((name) => valuesAt(submitted, name).some(isFilled)) || filesOf(submitted).some(isInHoneypot),
    redirect: filledText(submitted, '_redirect') ?? filledText(submitted, '_next'),
    pageToken: filledText(submitted, '_nonce'),
    pageKey: filledText(submitted, '_key'),
    challengeAnswer: filledText(submitted, '_altcha'),
  };
}

/** No field can have these names. */
const HONEYPOTS: readonly string[] = ['_gotcha', 'bot-field'];

const isInHoneypot = ({ field }: ReceivedFile): boolean => HONEYPOTS.includes(field);

/** Anything but the values that a page sends for an untouched text input, check box or list. */
function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFilled);
  return value !== undefined && value !== null && value !== false && value !== '';
}

function filledText(submitted: SubmittedValues, name: string): string | null {
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  return valuesAt(submitted, name).find(isText) ?? null;
}

export interface HiddenField {
  name: string;
  value: string;
}
