import { snippetOf } from '../../../console/src/views/form/snippet.rules';
import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { type Part, submitParts } from '../../support/files';
import { anEnabledForm, reload } from '../../support/forms';
import { SAMPLES } from '../../support/sample-files';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

/** The values that a browser sends for the controls of the snippet that a visitor has filled in, and for those that nobody sees. */
function partsOf(snippet: string): Part[] {
  const controls = [...snippet.matchAll(/<(input|select|textarea) name="([^"]+)"([^>]*)>/g)];
  return controls.flatMap(([, element, name, attributes]): Part[] => {
    const type = /type="(\w+)"/.exec(attributes!)?.[1];
    if (type === 'file') return [[name!, 'plan.pdf', SAMPLES.pdf]];
    if (element === 'select') return [[name!, 'A']];
    const value = /value="(\w+)"/.exec(attributes!)?.[1];
    return [[name!, attributes!.includes('hidden') ? '' : (value ?? TYPED[type ?? ''] ?? 'Hello')]];
  });
}

const TYPED: Readonly<Record<string, string>> = {
  ...{ email: 'ada@example.com', url: 'https://example.com/', tel: '+49 30 123456' },
  ...{ number: '1.5', date: '2026-11-26' },
};

const FIELDS = [
  { name: 'email', type: 'string', validation: 'email', required: true },
  { name: 'message', type: 'string', options: { multiline: true } },
  { name: 'amount', type: 'number' },
  { name: 'day', type: 'date' },
  { name: 'agreed', type: 'boolean' },
  { name: 'choice', type: 'string', options: ['A', 'B'] },
  { name: 'choices', type: 'array', options: ['A', 'B'] },
  { name: 'plan', type: 'file' },
];

it('the snippet of a form with fields of all types sends what the form keeps', async () => {
  const form = await anEnabledForm(app.api, { fields: FIELDS });
  const { endpoint_url: endpoint, fields: views } = await reload(app.api, form);
  const answer = await submitParts(app.api, form, partsOf(snippetOf(endpoint, views)));
  expect(answer.status).toBe(201);
  const { id } = answer.body.data as { id: string };
  const { body } = await app.api.get<SubmissionView>(`/v1/forms/${form.id}/submissions/${id}`);
  expect(body.data).toMatchObject({
    fields: {
      ...{ email: 'ada@example.com', message: 'Hello', amount: 1.5, day: '2026-11-26', agreed: true },
      ...{ choice: 'A', choices: ['A', 'B'] },
    },
    file_count: 1,
  });
});
