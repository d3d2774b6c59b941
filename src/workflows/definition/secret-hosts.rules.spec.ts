import type { Definition } from '../model/definition.types';
import { secretHostErrors } from './secret-hosts.rules';

const HOSTS = new Map<string, string[]>([
  ['CRM', ['crm.example']],
  ['OLD', []],
  ['CHAT', []],
]);

const sending = (url: string, headers: object = {}, more: object = {}): Definition => ({
  schema_version: 1,
  nodes: [{ id: 'a', type: 'webhook', config: { url, headers }, ...more }],
  edges: [],
});

const found = (definition: Definition, bound?: { published: Definition | null }) =>
  secretHostErrors(definition, { hosts: HOSTS, bound }).map(({ code, node_id: node, path }) => `${code} ${node} ${path}`);

describe('secretHostErrors', () => {
  it('finds a secret that goes to another host, wherever it stands and whatever is made of it', () => {
    const refused = 'host_not_allowed a config.headers.X';
    for (const text of ['{{ secrets.CRM }}', '{{ secrets["CRM"] | slice: 0 }}', '{% if secrets.CRM > "m" %}x{% endif %}']) {
      expect(found(sending('https://evil.example/', { X: text }))).toEqual([refused]);
    }
    expect(found(sending('https://evil.example/{{ secrets.CRM }}'))).toEqual(['host_not_allowed a config.url']);
  });

  it('finds nothing where the host is allowed, is known only when it is sent, or the node is disabled', () => {
    const secret = { X: '{{ secrets.CRM }}' };
    expect(found(sending('https://CRM.example:8443/', secret))).toEqual([]);
    expect(found(sending('https://crm.example/{{ secrets.CRM }}'))).toEqual([]);
    expect(found(sending('{{ secrets.CRM }}'))).toEqual([]);
    expect(found(sending('https://evil.example/', secret, { disabled: true }))).toEqual([]);
  });

  it('lets a secret without hosts go anywhere for a caller who may use all forms', () => {
    expect(found(sending('https://evil.example/', { X: '{{ secrets.OLD }}' }))).toEqual([]);
  });

  describe('for a caller of some forms', () => {
    const published = sending('https://crm.example/hook', { X: '{{ secrets.OLD }}', Y: '{{ secrets.CRM | strip }}' });
    const old = (url: string) => sending(url, { X: 'Bearer {{ secrets.OLD }}' });

    it('keeps a secret without hosts where the published version sends it', () => {
      expect(found(published, { published })).toEqual([]);
      expect(found(old('https://crm.example/other'), { published })).toEqual([]);
    });

    it.each([
      ['another host', old('https://evil.example/'), published],
      ['a host that a value decides', old('https://{{ secrets.OLD }}.evil.example/'), published],
      ['another secret', sending('https://crm.example/', { X: '{{ secrets.CHAT }}' }), published],
      ['a form that has published nothing', old('https://crm.example/'), null],
      [
        'a version whose node is disabled',
        old('https://crm.example/'),
        sending('https://crm.example/', { X: '{{ secrets.OLD }}' }, { disabled: true }),
      ],
    ])('refuses one with %s', (_, definition, before) => {
      expect(found(definition, { published: before })).toContain('host_not_allowed a config.headers.X');
    });

    it('keeps an address that is a secret only in the same words', () => {
      const chat = sending('{{ secrets.CHAT }}');
      expect(found(chat, { published: chat })).toEqual([]);
      for (const url of ['https://evil.example/{{ secrets.CHAT }}', '{{ secrets.CHAT }}x', 'https://evil.example{{ secrets.CHAT }}']) {
        expect(found(sending(url), { published: chat })).toEqual(['host_not_allowed a config.url']);
      }
    });

    it.each([
      '{% if secrets.CRM > "m" %}a{% endif %}',
      '{{ secrets.CRM | slice: 0, 1 }}',
      '{{ fields.x | append: secrets.CRM }}',
      '{% assign s = secrets.CRM %}{{ s }}',
      '{{ secrets.CRM }}{% case secrets.CRM %}{% when "a" %}b{% endcase %}',
      '{{ "{{ secrets.CRM }}" | append: secrets.CRM }}',
    ])('refuses to make something else of a secret: %s', (text) => {
      expect(found(sending('https://crm.example/', { X: text }), { published })).toEqual(['invalid_config a config.headers.X']);
    });

    it('keeps what the published version makes of it, and what writes it as it is', () => {
      const same = { X: '{{ secrets.CRM | strip }}', Y: 'a {{- secrets.CRM -}} b{% if fields.x %}{{secrets.CRM}}{% endif %}' };
      expect(found(sending('https://crm.example/', same), { published })).toEqual([]);
    });
  });
});
