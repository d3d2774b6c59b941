import { channelsOf } from './channels.rules';
import type { Definition } from '../model/definition.types';

const definition: Definition = {
  schema_version: 1,
  nodes: [
    { id: 'start', type: 'submission_received', config: {} },
    { id: 'store', type: 'database', config: {} },
    { id: 'crm', type: 'webhook', name: 'CRM', config: { url: 'https://me:hush@crm.example.com/hook?key=hush' } },
    { id: 'chat', type: 'slack', config: { url: '{{ secrets.CHAT }}' } },
    { id: 'mail', type: 'email', disabled: true, config: {} },
  ],
  edges: [],
};

describe('channelsOf', () => {
  it('lists the destinations with their status and without anything that could be sent to', () => {
    expect(channelsOf(definition, new Set(['chat']))).toEqual([
      { node_id: 'store', channel_type: 'database', name: null, status: 'active', target: 'database' },
      {
        node_id: 'crm',
        channel_type: 'webhook',
        name: 'CRM',
        status: 'active',
        target: 'https://crm.example.com/hook',
      },
      { node_id: 'chat', channel_type: 'slack', name: null, status: 'auto_disabled', target: '***' },
      { node_id: 'mail', channel_type: 'email', name: null, status: 'paused', target: '***' },
    ]);
  });
});
