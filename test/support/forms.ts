import type { FieldView } from '../../src/forms/definition/field-view.dto';
import type { CreatedFormView, FormView } from '../../src/forms/form-view.dto';
import { type Answer, type Api, type CallOptions, untilServed } from './api';

export type CreatedForm = CreatedFormView & { etag: string };

/** Creates a form through the API, by default with the fewest members. */
export async function aForm(api: Api, members: object = {}, options?: CallOptions): Promise<CreatedForm> {
  const body = { name: 'Contact', validate_fields: true, notifications_enabled: false, ...members };
  const answer = await untilServed(() => api.post<CreatedFormView>('/v1/forms', body, options));
  expect(answer.status).toBe(201);
  return { ...answer.body.data, etag: answer.etag };
}

/** A form that accepts submissions. */
export async function anEnabledForm(api: Api, members: object = {}): Promise<CreatedForm> {
  const form = await aForm(api, members);
  const enabled = await api.patch(`/v1/forms/${form.id}`, { status: 'enabled' }, { ifMatch: form.etag });
  expect(enabled.status).toBe(200);
  return { ...form, status: 'enabled', revision: enabled.body.data.revision, etag: enabled.etag };
}

export async function aField(api: Api, form: { id: string }, members: object = {}): Promise<FieldView> {
  const body = { name: 'email', type: 'string', required: false, ...members };
  const answer = await api.post<FieldView>(`/v1/forms/${form.id}/fields`, body, { ifMatch: await etagOf(api, form) });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

/** Reads the form. */
export async function reload(api: Api, form: { id: string }): Promise<FormView & { etag: string }> {
  const answer = await untilServed(() => api.get<FormView>(`/v1/forms/${form.id}`));
  expect(answer.status).toBe(200);
  return { ...answer.body.data, etag: answer.etag };
}

export const etagOf = async (api: Api, form: { id: string }): Promise<string> => (await reload(api, form)).etag;

/** Submits without an API key. */
export const submit = (
  api: Api,
  form: { id: string },
  fields: object | string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> => api.as(null).post(`/api/v1/forms/${form.id}/submit`, fields, { idempotencyKey: '', headers });

/** Submits and resolves with the id of the stored submission. */
export async function aSubmission(
  api: Api,
  form: { id: string },
  fields: object = { email: 'ada@example.com' },
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await untilServed(() => submit(api, form, fields, headers));
  expect(answer.status).toBe(201);
  return (answer.body.data as { id: string }).id;
}

/** Edits settings of a form. */
export async function setSettings(api: Api, form: { id: string }, patch: object): Promise<void> {
  const answer = await api.patch(`/v1/forms/${form.id}/settings`, patch, { ifMatch: await etagOf(api, form) });
  expect(answer.status).toBe(200);
}

/** Filled honeypots are answered as usual, and nothing of them is stored. */
export const dropHoneypots = (api: Api, form: { id: string }): Promise<void> => setSettings(api, form, { spam: { honeypot: 'drop' } });
