import { makeForm, publishWorkflow } from '../../support/forms.mjs';

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
  waiting: ({ steady, troubled }) => definition([hook('a', troubled), wait, hook('b', steady)], 'start>a', 'a>wait', 'wait>b'),
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
export async function makeForms(client, ports) {
  const makeKind = async ([kind, definitionFor], position) => {
    const forms = [];
    for (let index = 0; index < PER_KIND; index += 1) {
      const portOf = (name) => ports[name][(position * PER_KIND + index) % ports[name].length];
      const urls = { steady: portOf('steady'), troubled: portOf('troubled'), refusing: portOf('refusing') };
      forms.push({ id: await formWith(client, `${kind} ${index}`, definitionFor(urls)), kind });
    }
    return forms;
  };
  return (await Promise.all(Object.entries(KINDS).map(makeKind))).flat();
}

/** A form whose webhook waits at the gate of the receivers when it is repeated. */
export const makeHoldingForm = async (client, { holding: [port] }) => ({
  id: await formWith(client, 'holding', definition([hook('a', port)], 'start>a')),
  kind: 'holding',
});

const FIELDS = [
  { name: 'key', type: 'string', required: true },
  { name: 'message', type: 'string' },
  { name: 'cv', type: 'file' },
];

async function formWith(client, name, workflow) {
  const id = await makeForm(client, { name, fields: FIELDS });
  await publishWorkflow(client, id, workflow);
  return id;
}
