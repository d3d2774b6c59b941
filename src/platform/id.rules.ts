import { validate, version } from 'uuid';

/** Whether a text has the form of our ids: a UUID of version 7 in lower case. */
export const isId = (text: string): boolean => text === text.toLowerCase() && validate(text) && version(text) === 7;

/** Whether a text has the form of a field id: a positive 64-bit integer without leading zeros. */
export const isFieldId = (text: string): boolean => /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= MAX_BIGINT;

const MAX_BIGINT = 9_223_372_036_854_775_807n;
