import { clientOf } from '../../support/client.mjs';

/**
 * Real resources, so that requests reach deep paths. Each entry is a form with what belongs to it. The answers to requests keep it up to
 * date, and forms that were deleted are replaced.
 */
export class Resources {
  entries = [];
  making = new Set();
  failure = null;

  constructor({ url, key }, random, stored) {
    this.client = clientOf(url, key);
    this.url = url;
    this.key = key;
    this.random = random;
    this.stored = stored;
  }

  async prepare() {
    while (this.entries.length < COUNT) this.entries.push(await this.makeEntry());
  }

  pick() {
    return this.random.pick(this.entries);
  }

  /** Learns from the answer to an operation on a resource. */
  learn({ operation, entry, segments }, { status, headers, json }) {
    const data = json?.data;
    const isGone = (operation.id === 'deleteForm' && status === 200) || (operation.id === 'getForm' && status === 404);
    const gone = isGone && this.entries.find(({ form }) => segments.join('/') === `v1/forms/${form}`);
    if (gone) return this.replace(gone);
    const isIndex = segments.join('/') === ''; // a mutated path can be that of the index, which has data of its own
    if (status >= 300 || data === undefined || isIndex) return;
    if (headers.etag) entry.etags = [headers.etag, ...entry.etags.slice(0, 3)];
    LEARN[operation.id]?.(entry, data);
    const cursor = json.meta?.next_cursor;
    if (cursor) entry.cursors = [cursor, ...entry.cursors.slice(0, 3)];
  }

  replace(entry) {
    if (this.entries.length > 1) this.entries = this.entries.filter((other) => other !== entry);
    const making = this.makeEntry()
      .then((made) => this.entries.push(made))
      .catch((error) => (this.failure = error))
      .finally(() => this.making.delete(making));
    this.making.add(making);
  }

  /** Resolves when no resource is being made. */
  async settled() {
    await Promise.all(this.making);
  }

  async makeEntry() {
    const { call } = this.client;
    const { data: form } = await call('POST', '/v1/forms', FORM);
    this.stored.noteCreated(form);
    const path = `/v1/forms/${form.id}`;
    await call('PATCH', path, { status: 'enabled' }, { 'if-match': '*' });
    await call('PUT', `${path}/workflow/draft`, { definition: DEFINITION }, { 'if-match': '*' });
    const { data: version } = await call('POST', `${path}/workflow/publish`, undefined, { 'if-match': '*' });
    this.stored.noteCreated(version);
    const submission = await this.submitFile(form.id);
    const files = await call('GET', `${path}/submissions/${submission}/files`);
    const link = await call('POST', `${path}/submissions/${submission}/files/${files.data[0].id}/links`, {});
    const runs = await call('GET', `${path}/workflow-runs`);
    return {
      form: form.id,
      fields: form.fields,
      submissions: [submission],
      files: [[submission, files.data[0].id]],
      runs: runs.data.map(({ id }) => id),
      versions: ['1'],
      nodes: ['crm'],
      token: form.submission_token,
      linkTokens: [link.data.url.split('/').at(-1)],
      definition: DEFINITION,
      etags: ['*'],
      cursors: [],
    };
  }

  async submitFile(form) {
    const body = new FormData();
    body.append('email', 'ada@example.com');
    body.append('cv', new Blob(['%PDF-1.4\n%%EOF\n']), 'cv.pdf');
    const answer = await fetch(`${this.url}/api/v1/forms/${form}/submit`, { method: 'POST', body });
    if (!answer.ok) throw new Error(`A submission with a file was answered with ${answer.status}: ${await answer.text()}`);
    const { data } = await answer.json();
    this.stored.noteCreated(data);
    return data.id;
  }
}

const COUNT = 8;
const KEPT = 10;

const LEARN = {
  listFields: (entry, fields) => fields.length > 0 && (entry.fields = fields),
  createField: (entry, field) => (entry.fields = [...entry.fields, field].slice(-40)),
  listSubmissions: (entry, submissions) =>
    keep(
      entry,
      'submissions',
      submissions.map(({ id }) => id),
    ),
  submitForm: (entry, { id }) => keep(entry, 'submissions', [id]),
  listFiles: (entry, files) => files.length > 0 && (entry.files = [[entry.files[0][0], files[0].id]]),
  createFileLink: (entry, { url }) => keep(entry, 'linkTokens', [url.split('/').at(-1)]),
  listWorkflowRuns: (entry, runs) =>
    keep(
      entry,
      'runs',
      runs.map(({ id }) => id),
    ),
  testWorkflow: (entry, { run_id: id }) => keep(entry, 'runs', [id]),
  publishWorkflow: (entry, { version }) => keep(entry, 'versions', [String(version)]),
  rotateSubmissionToken: (entry, { submission_token: token }) => (entry.token = token),
};

const keep = (entry, name, values) => (entry[name] = [...values, ...entry[name]].slice(0, KEPT));

const FORM = {
  name: 'Fuzzed',
  validate_fields: true,
  notifications_enabled: false,
  allowed_origins: [],
  fields: [
    { name: 'email', type: 'string', validation: 'email', required: true },
    { name: 'budget', type: 'number' },
    { name: 'newsletter', type: 'boolean' },
    { name: 'topics', type: 'array', options: ['sales', 'press'] },
    { name: 'since', type: 'date' },
    { name: 'cv', type: 'file' },
  ],
};

/** One node of each type that needs no secret. */
const DEFINITION = {
  schema_version: 1,
  nodes: [
    { id: 'start', type: 'submission_received', config: {} },
    { id: 'keep', type: 'filter', config: { where: { field: 'email', op: 'is_not_empty' } } },
    { id: 'big', type: 'condition', config: { where: { field: 'budget', op: 'gte', value: 1000 } } },
    { id: 'tier', type: 'set_fields', config: { set: { tier: '{{ fields.email | upcase }}' } } },
    { id: 'wait', type: 'delay', config: { seconds: 60 } },
    { id: 'store', type: 'database', config: {} },
    {
      id: 'crm',
      type: 'webhook',
      config: { url: 'https://crm.example.com/hook', headers: { 'x-a': '{{ fields.email }}' } },
    },
    { id: 'mail', type: 'email', config: { to: ['a@example.com'], subject: 'New', body_text: '{{ fields.email }}' } },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'keep' },
    { id: 'e2', source: 'keep', target: 'big' },
    { id: 'e3', source: 'big', source_port: 'true', target: 'tier' },
    { id: 'e4', source: 'big', source_port: 'false', target: 'wait' },
    { id: 'e5', source: 'tier', target: 'crm' },
    { id: 'e6', source: 'wait', target: 'store' },
    { id: 'e7', source: 'tier', target: 'mail' },
  ],
};
