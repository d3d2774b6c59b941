const FIELDS = [
  { name: 'email', type: 'string', required: true, validation: 'email' },
  { name: 'name', type: 'string', required: true },
  { name: 'budget', type: 'number' },
  { name: 'newsletter', type: 'boolean' },
  { name: 'topics', type: 'array', options: ['sales', 'support', 'press'] },
  { name: 'message', type: 'string', required: true },
];

/** Enabled forms of six fields each; returns their ids. */
export async function makeForms({ call }, count, members = {}) {
  const ids = [];
  for (let index = 1; index <= count; index += 1) {
    const form = {
      name: `Form ${index}`,
      validate_fields: true,
      notifications_enabled: false,
      fields: FIELDS,
      ...members,
    };
    const { data, etag } = await call('POST', '/v1/forms', form);
    await call('PATCH', `/v1/forms/${data.id}`, { status: 'enabled' }, { 'if-match': etag });
    ids.push(data.id);
  }
  return ids;
}

/** About 1 kB. */
export const SUBMISSION = JSON.stringify({
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  budget: 12500,
  newsletter: true,
  topics: ['sales', 'press'],
  message: 'We would like to hear more about your engine. '.repeat(18),
});

export const submitTo = (formIds, more = {}) =>
  formIds.map((id) => ({
    method: 'POST',
    path: `/api/v1/forms/${id}/submit`,
    headers: { 'content-type': 'application/json', ...more },
    body: SUBMISSION,
  }));
