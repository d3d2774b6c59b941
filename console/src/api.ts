import { createClient } from 'form-collection-client';
import { patientFetch } from './session/session';

/** The address of the service, which may have a path, with a slash at its end. */
export const baseUrl = new URL('.', location.href).href;

/** The API of the service that the page comes from, by the cookie of its session. */
export const api = createClient({ baseUrl: baseUrl.replace(/\/$/, ''), fetch: patientFetch, timeoutMs: 0 });
