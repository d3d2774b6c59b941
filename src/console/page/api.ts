import { createClient } from '../../../client/src/index.js';

/** The API of the service that the page comes from, whose address may have a path. */
export const api = createClient({ baseUrl: new URL('.', location.href).href.replace(/\/$/, '') });
