import { validate, version } from 'uuid';

/** Whether a text has the form of our ids: a UUID of version 7 in lower case. */
export const isId = (text: string): boolean => text === text.toLowerCase() && validate(text) && version(text) === 7;
