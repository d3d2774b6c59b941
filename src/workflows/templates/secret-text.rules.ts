/** A rendered text that may contain secrets, and the same text with each of them masked, as people may see it. */
export interface SecretText {
  text: string;
  masked: string;
}

/** A text that contains no secret. */
export const publicText = (text: string): SecretText => ({ text, masked: text });

export const trimmed = ({ text, masked }: SecretText): SecretText => ({ text: text.trim(), masked: masked.trim() });
