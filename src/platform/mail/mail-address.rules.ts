import isEmail from 'validator/lib/isEmail';

/** True for a single mail address without a name, a list or a line break, which could begin another header. */
export const isMailAddress = (text: string): boolean => isEmail(text);
