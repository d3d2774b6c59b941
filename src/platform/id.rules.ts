import { validate, version } from 'uuid';

/** True for an id of this service: a UUID of version 7 in lower case. */
export const isId = (text: string): boolean => text === text.toLowerCase() && validate(text) && version(text) === 7;
