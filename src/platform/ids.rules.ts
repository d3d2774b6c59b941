import { v7, validate, version } from 'uuid';

/** A new id: a UUID of version 7 (RFC 9562), which sorts by its creation time. */
export const newId = (): string => v7();

/** True for an id of this service: a UUID of version 7 in lower case. */
export const isId = (text: string): boolean => isUuid(text) && version(text) === 7;

/** True for any UUID in lower case. A UUID of another version is well-formed, but no resource has it. */
export const isUuid = (text: string): boolean => text === text.toLowerCase() && validate(text);
