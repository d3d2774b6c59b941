import type { SentFields } from './sent-fields.rules';

/** What the names with a leading underscore asked for. Null where nothing, or no text, was sent. */
export interface ControlFields {
  /** A field that people do not see was filled in, so a program filled it in. */
  isHoneypotFilled: boolean;
  /** Where the visitor wants to go next; to be checked against the form's allowed origins. */
  redirect: string | null;
  /** The proof that our own page was shown. */
  nonce: string | null;
}

export function controlFieldsOf(sent: SentFields): ControlFields {
  return {
    isHoneypotFilled: filledText(sent, '_gotcha') !== null,
    redirect: filledText(sent, '_redirect'),
    nonce: filledText(sent, '_nonce'),
  };
}

/** The first text of this name that is not empty. */
function filledText(sent: SentFields, name: string): string | null {
  if (sent.encoding !== 'json') return sent.form.texts.get(name)?.find((text) => text !== '') ?? null;
  const value = Object.hasOwn(sent.values, name) ? sent.values[name] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}
