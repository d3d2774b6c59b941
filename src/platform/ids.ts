import { monotonicFactory } from 'ulid';
import { v7 } from 'uuid';

/** A new id: UUID version 7 (RFC 9562), which sorts by the time it was made. */
export const newId = (): string => v7();

/** A new request id, sortable by time. */
export const newRequestId = (): string => `req_${nextUlid()}`;

/** These ids are no secrets, so numbers that are cheap to draw will do. */
const nextUlid = monotonicFactory(Math.random);
