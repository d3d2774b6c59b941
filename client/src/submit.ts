import { callOf, checkToken } from './call.js';
import type { SubmitFormResult } from './generated/api.js';
import { refuseUnknown } from './input.js';
import type { ClientOptions, KeyedCallOptions } from './types.js';

export interface SubmitOptions extends KeyedCallOptions, Pick<ClientOptions, 'fetch' | 'retries'> {
  /** The files by the names of their fields. */
  files?: Readonly<Record<string, readonly Blob[]>> | undefined;
  /** The submission token of the form, on servers only. An API key is refused. */
  token?: string | undefined;
}

/** The service waits for files for as long. */
const UPLOAD_TIMEOUT_MS = 30 * 60_000;

/** Sends a submission to the `endpoint_url` of a form, from pages and servers. However often it is repeated, it is stored once. */
export async function submit<Values extends object = Record<string, unknown>>(
  endpointUrl: string | URL,
  values: Values,
  options: SubmitOptions = {},
): Promise<SubmitFormResult> {
  const { files, token, retries, fetch, ...others } = options;
  refuseUnknown('submit', 'option', others, ['idempotencyKey', 'signal', 'timeoutMs']);
  checkToken('submit', 'token', token);
  if (token?.startsWith('fck_')) throw new TypeError('submit: the option "token" is an API key, which no form may get');
  const params = [{ name: 'Idempotency-Key', in: 'header' }] as const;
  const path = String(endpointUrl);
  const operation = { id: 'submit', method: 'POST', path, params, body: { contentType: 'application/json' } };
  const settings = { baseUrl: '', apiKey: token, retries, fetch, timeoutMs: files ? UPLOAD_TIMEOUT_MS : undefined };
  const body = files ? multipart(values, files) : jsonOf(values);
  return (await callOf(operation, settings)({ body }, others)) as SubmitFormResult;
}

/** The service takes an only member "fields" for the map of all values. */
const jsonOf = (values: object): object => (Object.keys(values).join() === 'fields' ? { fields: values } : values);

function multipart(values: object, files: NonNullable<SubmitOptions['files']>): FormData {
  const form = new FormData();
  const parts = Object.entries(values).flatMap(([name, value]) => [value as unknown].flat().map((each) => [name, each] as const));
  for (const [name, value] of parts) {
    if (typeof value === 'object' && value) throw new TypeError(`submit: the value of "${name}" cannot go along with files`);
    if (value !== undefined && value !== null) form.append(name, `${value as string | number | boolean}`);
  }
  for (const [name, list] of Object.entries(files)) for (const file of list) form.append(name, file);
  return form;
}
