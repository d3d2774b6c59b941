import isEmail from 'validator/lib/isEmail';

/** Whether a text is one mail address and nothing else: no name, no list, no line break that could begin another header. */
export const isMailAddress = (text: string): boolean => isEmail(text);
