import { createClient } from 'form-collection-client';
import { patientFetch } from './session/session';

/** The address of the service with a slash at its end. It may have a path. */
export const baseUrl = new URL('.', location.href).href;

/** The client of the service that served the page, authenticated by the session cookie. */
export const api = createClient({ baseUrl: baseUrl.replace(/\/$/, ''), fetch: patientFetch, timeoutMs: 0 });
