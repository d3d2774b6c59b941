import type { SentFields } from './sent-fields.rules';

/** What the names with a leading underscore asked for. */
export interface ControlFields {
  /** A field that people do not see was filled in, so a program filled it in. */
  isHoneypotFilled: boolean;
  /** Where the visitor wants to go next; to be checked against the form's allowed origins. Null where no text was sent. */
  redirect: string | null;
  /** The proof that our own page was shown. Null where no text was sent. */
  nonce: string | null;
}

export function controlFieldsOf(sent: SentFields): ControlFields {
  return {
    isHoneypotFilled: isFilled(
      sent.encoding === 'json' ? ownValue(sent.values, '_gotcha') : sent.form.texts.get('_gotcha'),
    ),
    redirect: filledText(sent, '_redirect'),
    nonce: filledText(sent, '_nonce'),
  };
}

/** Whatever a program sends, apart from what a page sends of a text, a box or a list that nobody has touched. */
function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFilled);
  return value !== undefined && value !== null && value !== false && value !== '';
}

/** The first text of this name that is not empty. */
function filledText(sent: SentFields, name: string): string | null {
  if (sent.encoding !== 'json') return sent.form.texts.get(name)?.find((text) => text !== '') ?? null;
  const value = ownValue(sent.values, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

const ownValue = (values: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;
