import { ApiError } from 'form-collection-client';
import { jsonRequest, timed } from './requests';
import { patientFetch } from './session';

/** Calls a route of the console itself, which the API does not have. Errors are those of the API's client. */
export const consoleCall = <Data>(method: string, path: string, body?: object): Promise<Data> => ask(patientFetch, method, path, body);

/** The same without waiting for a sign-in or a proof, for the calls that are part of one. */
export const directCall = <Data>(method: string, path: string, body?: object): Promise<Data> => ask(timed, method, path, body);

async function ask<Data>(send: typeof timed, method: string, path: string, body?: object): Promise<Data> {
  const answer = await send(`console/${path}`, jsonRequest(method, body));
  const read = (await answer.json().catch(() => null)) as { data: Data } | null;
  if (!answer.ok) throw new ApiError(`${method} ${path}`, answer.status, read);
  return read?.data as Data;
}
