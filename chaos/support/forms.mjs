/**
 * Of each kind and account. The service sends twenty requests a second to a receiver, which would limit the rate of all with fewer forms.
 */
const PER_KIND = 6;

const start = { id: 'start', type: 'submission_received', config: {} };
const shape = { id: 'shape', type: 'set_fields', config: { set: { tier: 'gold' } } };
const wait = { id: 'wait', type: 'delay', config: { seconds: 1 } };
const hook = (id, port) => ({ id, type: 'webhook', config: { url: `http://127.0.0.1:${port}/${id}` } });

/** The workflows of the forms: what a run can be interrupted in. */
const KINDS = {
  single: ({ steady }) => definition([shape, hook('a', steady)], 'start>shape', 'shape>a'),
  fanOut: ({ steady, troubled }) => definition([hook('a', steady), hook('b', troubled)], 'start>a', 'start>b'),
  waiting: ({ steady, troubled }) =>
    definition([hook('a', troubled), wait, hook('b', steady)], 'start>a', 'a>wait', 'wait>b'),
  refused: ({ steady, refusing }) => definition([hook('a', refusing), hook('b', steady)], 'start>a', 'a>b'),
  withFiles: ({ steady }) => definition([hook('a', steady)], 'start>a'),
};

function definition(nodes, ...edges) {
  const edgeOf = (text) => {
    const [source, target] = text.split('>');
    return { id: text.replace('>', '-'), source, target };
  };
  return { schema_version: 1, nodes: [start, ...nodes], edges: edges.map(edgeOf) };
}

/** Enabled forms of all kinds with published workflows. Clients submit to single ones more often than to others. */
export async function makeForms({ call }, ports) {
  const makeKind = async ([kind, definitionFor], position) => {
    const forms = [];
    for (let index = 0; index < PER_KIND; index += 1) {
      const portOf = (name) => ports[name][(position * PER_KIND + index) % ports[name].length];
      const urls = { steady: portOf('steady'), troubled: portOf('troubled'), refusing: portOf('refusing') };
      forms.push({ id: await publish(call, `${kind} ${index}`, definitionFor(urls)), kind });
    }
    return forms;
  };
  return (await Promise.all(Object.entries(KINDS).map(makeKind))).flat();
}

const FIELDS = [
  { name: 'key', type: 'string', required: true },
  { name: 'message', type: 'string' },
  { name: 'cv', type: 'file' },
];

async function publish(call, name, workflow) {
  const form = { name, validate_fields: true, notifications_enabled: false, fields: FIELDS };
  const { data, etag } = await call('POST', '/v1/forms', form);
  await call('PATCH', `/v1/forms/${data.id}`, { status: 'enabled' }, { 'if-match': etag });
  const path = `/v1/forms/${data.id}/workflow`;
  const { etag: before } = await call('GET', path);
  const saved = await call('PUT', `${path}/draft`, { definition: workflow }, { 'if-match': before });
  await call('POST', `${path}/publish`, undefined, { 'if-match': saved.etag });
  return data.id;
}
