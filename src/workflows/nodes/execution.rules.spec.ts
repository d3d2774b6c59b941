import { someWork } from '../../../test/support/render-work';
import { render } from './execution.rules';
import type { SendingType } from './node-type.types';
import { NODE_TYPES } from './node-types.rules';
import type { RunState } from '../model/run-state.types';

const typeNamed = (name: string) => NODE_TYPES.find(({ type }) => type === name) as SendingType;

/** A state that counts how often the field `name` is read. */
function aCountingState(): { state: RunState; reads: () => number } {
  let reads = 0;
  const state: RunState = {
    submission: {
      id: 's1',
      source: 'api',
      received_at: '2025-01-31T10:00:00.000Z',
      has_files: false,
      file_count: 0,
      address_confirmed: false,
    },
    files: [],
    labels: {},
    other: {},
    form: { id: 'f1', name: 'Contact' },
    run: { id: 'r1', workflow_version: 3 },
    fields: Object.defineProperty({}, 'name', { enumerable: true, get: () => `Ada ${++reads}` }),
    nodes: {},
  };
  return { state, reads: () => reads };
}

const SECRET = 'pa ss&<"/wörd';

/** The forms in which a text could turn up in JSON. */
const formsOf = (text: string) => [
  text,
  encodeURIComponent(text),
  encodeURI(text),
  encodeURIComponent(text).replaceAll('%20', '+'),
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`),
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('"', '&#34;'),
  text.toUpperCase(),
];

const FILTERS = ['', '| url_encode', '| escape', '| upcase', '| json', '| append: "!"', '| slice: 0, 9'];

const states = () => {
  const { state } = aCountingState();
  return { state, masked: state, escapesJson: true };
};

describe('a rendered request', () => {
  it.each([
    ['webhook', { url: 'https://example.com', body: { mode: 'template', template: '{{ fields.name }}', content_type: 'text/plain' } }],
    ['webhook', { url: 'https://example.com', headers: { 'X-Name': '{{ fields.name }}' } }],
    ['slack', { url: '{{ secrets.CHAT }}', text: '{{ fields.name }}' }],
    ['email', { to: ['a@example.com'], subject: '{{ fields.name }}', body_text: 'x' }],
  ])('of a %s renders each template without secrets once: %j', async (type, config) => {
    const { state, reads } = aCountingState();
    const rendered = await render(
      typeNamed(type),
      config,
      { state, masked: state, escapesJson: true },
      { CHAT: 'https://chat.example.com/hush' },
      someWork(),
    );
    const body = type === 'webhook' && !('body' in config) ? 1 : 0; // the standard body holds all fields
    expect(rendered.failure).toBeNull();
    expect(reads()).toBe(1 + body);
  });

  it.each(FILTERS)('keeps a secret in a header out of its masked form, filtered with %j', async (filter) => {
    const headers = { 'X-Token': `Bearer {{ secrets.TOKEN ${filter} }}` };
    const config = { url: 'https://example.com', headers };
    const rendered = await render(typeNamed('webhook'), config, states(), { TOKEN: SECRET.replace('ö', 'o') }, someWork());
    const { request, masked } = rendered as { request: object; masked: object };
    expect(request).toMatchObject({ headers: { 'X-Token': expect.stringMatching(/^Bearer .*(pa|PA)/) } });
    expect(masked).toMatchObject({ url: config.url, headers: { 'X-Token': expect.stringContaining('***') } });
    for (const form of formsOf(SECRET.replace('ö', 'o'))) expect(JSON.stringify(masked)).not.toContain(form);
    expect(JSON.stringify(masked)).not.toMatch(/pa.?ss/i);
  });

  it.each(FILTERS)('keeps a secret in the address of a chat out of its masked form, filtered with %j', async (filter) => {
    const config = { url: `https://chat.example.com/{{ secrets.TOKEN ${filter} }}`, text: 'Hi' };
    const rendered = await render(typeNamed('discord'), config, states(), { TOKEN: SECRET }, someWork());
    const { request, masked } = rendered as { request: { url: string }; masked: { url: string } };
    expect(request.url).toMatch(/pa|PA/);
    expect(masked).toEqual({ ...request, url: expect.stringContaining('***') });
    for (const form of formsOf(SECRET)) expect(JSON.stringify(masked)).not.toContain(form);
    expect(masked.url).not.toMatch(/pa.?ss/i);
  });
});
