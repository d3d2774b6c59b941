/** Makes an enabled form; resolves with its id. */
export async function makeForm({ call }, form) {
  const { data, etag } = await call('POST', '/v1/forms', { notifications_enabled: false, validate_fields: true, ...form });
  await call('PATCH', `/v1/forms/${data.id}`, { status: 'enabled' }, { 'if-match': etag });
  return data.id;
}

/** Publishes a definition as the workflow of a form. */
export async function publishWorkflow({ call }, formId, definition) {
  const path = `/v1/forms/${formId}/workflow`;
  const { etag } = await call('GET', path);
  const saved = await call('PUT', `${path}/draft`, { definition }, { 'if-match': etag });
  await call('POST', `${path}/publish`, undefined, { 'if-match': saved.etag });
}
