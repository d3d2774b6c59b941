/** Makes `%` and `_` of a text match themselves in a pattern of `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);
