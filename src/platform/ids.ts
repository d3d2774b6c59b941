import { v7 } from 'uuid';

/** A new id: UUID version 7 (RFC 9562), which sorts by the time it was made. */
export const newId = (): string => v7();
