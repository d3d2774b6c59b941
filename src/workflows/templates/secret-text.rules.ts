/** A rendered text that may contain secrets, and the same text with masks instead, which users can read. */
export interface SecretText {
  text: string;
  masked: string;
}

/** A text that contains no secret. */
export const publicText = (text: string): SecretText => ({ text, masked: text });

export const trimmed = ({ text, masked }: SecretText): SecretText => ({ text: text.trim(), masked: masked.trim() });
