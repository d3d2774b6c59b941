export const plural = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`);

export const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${plural(count, noun)}`;

export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
