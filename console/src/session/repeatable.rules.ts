const ON_SUBMISSIONS = /\/submissions\/(batch|[\w-]{36}(\/(release|spam))?)$/;

/**
 * True for a request that may be sent again though it may have been carried out: changes of submissions that are named by their ids, and
 * have the same outcome however often they are made.
 */
export const isRepeatable = (method = 'GET', address: string): boolean => method !== 'GET' && ON_SUBMISSIONS.test(address);
