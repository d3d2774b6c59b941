import { filesOf, type SubmittedValues, valuesAt } from '../fields/values/submitted-fields.rules';
import type { ReceivedFile } from '../files/submission-file.entity';

/** The values of the control fields, which are never stored. */
export interface ControlFields {
  /** True when a bot filled in `_gotcha`, or `bot-field` as another service calls it. Visitors do not see this field. */
  isHoneypotFilled: boolean;
  /** `_redirect` or else `_next`: the address for the browser, not yet checked against the allowed origins. Null without a text. */
  redirect: string | null;
  /** `_nonce`: the page token of a hosted page. Null without a text. */
  pageToken: string | null;
  /** `_key`: the idempotency key of a hosted page. Null without a text. */
  pageKey: string | null;
  /** `_altcha`: the challenge with its solution, not yet checked. Null without a text. */
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

/** Fields of forms cannot have these names. */
const HONEYPOTS: readonly string[] = ['_gotcha', 'bot-field'];

const isInHoneypot = ({ field }: ReceivedFile): boolean => HONEYPOTS.includes(field);

/** True unless a page sends this value for an untouched text input, check box or list. */
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
