import type { WorkflowNode } from '../../src/index.js';
import type { FormDefinition } from '../definition/definition.types.js';
import { withoutSecrets } from './secret-variables.js';

const withNodes = (...nodes: [id: string, type: string, config: object][]): FormDefinition => ({
  name: 'Contact',
  workflow: { nodes: nodes.map(([id, type, config]) => ({ id, type: type as WorkflowNode['type'], config: { ...config } })), edges: [] },
});

const configsOf = (definition: FormDefinition) => definition.workflow!.nodes.map(({ config }) => config);

describe('the secrets of a form', () => {
  it('become variables that are called by file, node and header', () => {
    const form = withNodes(
      ['crm', 'webhook', { url: 'https://crm.example', headers: { Authorization: 'Bearer 1', 'X-Api-Key': '2' } }],
      ['team-chat', 'slack', { url: 'https://hooks.example/3', text: 'Hello' }],
      ['d', 'discord', { url: 'https://hooks.example/4' }],
    );
    const { definition, variables } = withoutSecrets(form, 'contact-us', []);
    expect(configsOf(definition)).toEqual([
      {
        url: 'https://crm.example',
        headers: { Authorization: '${FORM_VAR_CONTACT_US_CRM_AUTHORIZATION}', 'X-Api-Key': '${FORM_VAR_CONTACT_US_CRM_X_API_KEY}' },
      },
      { url: '${FORM_VAR_CONTACT_US_TEAM_CHAT_URL}', text: 'Hello' },
      { url: '${FORM_VAR_CONTACT_US_D_URL}' },
    ]);
    expect(variables.map(({ subject }) => subject)).toEqual([
      'the header Authorization of crm',
      'the header X-Api-Key of crm',
      'the url of team-chat',
      'the url of d',
    ]);
  });

  it('get distinct variables, also beside those of the file', () => {
    const form = withNodes(['a', 'webhook', { headers: { 'x-b': '1' } }], ['a-x', 'webhook', { headers: { b: '2' } }]);
    const { variables } = withoutSecrets(form, 'f', ['FORM_VAR_F_A_X_B']);
    expect(variables.map(({ name }) => name)).toEqual(['FORM_VAR_F_A_X_B_2', 'FORM_VAR_F_A_X_B_3']);
  });

  it('are none in templates, empty values and other places', () => {
    const form = withNodes(
      ['a', 'webhook', { url: 'https://a.example', headers: { a: '{{ secrets.A }}', b: '{% if form %}1{% endif %}', c: '' } }],
      ['b', 'slack', { url: '{{ secrets.CHAT }}' }],
      ['c', 'email', { to: ['a@example.com'], reply_to: 'b@example.com' }],
    );
    expect(withoutSecrets(form, 'f', [])).toEqual({ definition: form, variables: [] });
  });

  it('are joined by texts that would be read as variables', () => {
    const form = withNodes(['a', 'webhook', { url: 'https://a.example/${FORM_VAR_X}', headers: { a: '{{ x }}${FORM_VAR_Y}' } }]);
    const { definition } = withoutSecrets(form, 'f', []);
    expect(configsOf(definition)).toEqual([{ url: '${FORM_VAR_F_A_URL}', headers: { a: '${FORM_VAR_F_A_A}' } }]);
  });
});
