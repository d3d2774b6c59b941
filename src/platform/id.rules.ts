import { validate, version } from 'uuid';

/** Whether a text is an id of this service: a UUID of version 7 in lower case. */
export const isId = (text: string): boolean => text === text.toLowerCase() && validate(text) && version(text) === 7;
