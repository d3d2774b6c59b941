/** A noun in its number. */
export const plural = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`);

/** A number with its noun. */
export const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${plural(count, noun)}`;

/** Capitalizes the first letter, as at the beginning of a sentence. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
