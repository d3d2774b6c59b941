import { v7 } from 'uuid';

/** A new id: a UUID of version 7 (RFC 9562), which sorts by its creation time. */
export const newId = (): string => v7();
