import { store } from '../store';

/**
 * `isLost` is true while the last request did not reach the service; `signIns` counts the sign-ins since the page was opened, and `repeats`
 * the requests that were sent again because the service was away.
 */
export const connection = store({ isLost: false, signIns: 0, repeats: 0 });
