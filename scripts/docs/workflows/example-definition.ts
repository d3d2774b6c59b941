import type { Definition } from '../../../src/workflows/model/definition.types';

/** An example with most of the node types; a test validates it for publishing. */
export const EXAMPLE: Definition = {
  schema_version: 1,
  nodes: [
    { id: 'received', type: 'submission_received', config: { sources: ['form_submit', 'hosted_form'] } },
    { id: 'kept', type: 'database', config: {} },
    {
      id: 'experienced',
      type: 'condition',
      name: 'Five years or more?',
      config: { where: { field: 'years', op: 'gte', value: 5 } },
    },
    {
      id: 'headline',
      type: 'set_fields',
      config: { set: { headline: '{{ fields.name | strip }}, {{ fields.years }} years', priority: true } },
    },
    {
      id: 'hiring',
      type: 'webhook',
      config: {
        url: 'https://hiring.example.com/candidates',
        headers: { Authorization: 'Bearer {{ secrets.HIRING_TOKEN }}' },
      },
    },
    {
      id: 'people',
      type: 'email',
      config: {
        to: ['jobs@example.com'],
        subject: 'Application: {{ fields.headline }}',
        reply_to: '{{ fields.email }}',
      },
    },
    { id: 'tomorrow', type: 'delay', config: { seconds: 86_400 } },
    { id: 'team', type: 'discord', config: { url: '{{ secrets.TEAM_URL }}', text: '{{ fields.name }} has applied.' } },
  ],
  edges: [
    { id: 'a', source: 'received', target: 'kept' },
    { id: 'b', source: 'received', target: 'experienced' },
    { id: 'c', source: 'experienced', source_port: 'true', target: 'headline' },
    { id: 'd', source: 'headline', target: 'hiring' },
    { id: 'e', source: 'hiring', source_port: 'error', target: 'people' },
    { id: 'f', source: 'experienced', source_port: 'false', target: 'tomorrow' },
    { id: 'g', source: 'tomorrow', target: 'team' },
  ],
};
