import { v7, validate, version } from 'uuid';

/** A new id: a UUID of version 7 (RFC 9562), which sorts by its creation time. */
export const newId = (): string => v7();

/** True for an id of this service: a UUID of version 7 in lower case. */
export const isId = (text: string): boolean => isUuid(text) && version(text) === 7;

/** A UUID in lower case, which RFC 9562 takes for the same whatever the case; any other text as it is. */
export const idOf = (text: string): string => (validate(text) ? text.toLowerCase() : text);

/** True for any UUID in lower case. A UUID of another version is well-formed, but no resource has it. */
export const isUuid = (text: string): boolean => text === text.toLowerCase() && validate(text);
