import { monotonicFactory } from 'ulid';

/** A new request id, sortable by time. */
export const newRequestId = (): string => `req_${nextUlid()}`;

/** Request ids are no secrets, so a cheap source of random numbers is enough. */
const nextUlid = monotonicFactory(Math.random);
