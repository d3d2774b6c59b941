import { someWork } from '../../../test/support/render-work';
import { aRunState } from '../../../test/support/run-state';
import { render, renderMasked, shortEmail, shortUrl } from './execution.rules';
import { discord } from './discord.node';
import { email } from './email.node';
import type { RenderedRequest, SendingType } from './node-type.types';
import { slack } from './slack.node';
import { webhook } from './webhook.node';

const SECRETS = { TOKEN: 'hush-hush', CHAT: 'https://chat.example.com/hush' };
const url = 'https://crm.example.com/hook';

function rendered(type: SendingType, config: object, fields: Record<string, unknown> = {}) {
  const state = aRunState(fields);
  return render(type, config, { state, masked: state, escapesJson: true }, SECRETS, someWork());
}

async function requestOf(type: SendingType, config: object, fields: Record<string, unknown> = {}): Promise<RenderedRequest> {
  const result = await rendered(type, config, fields);
  if (result.failure) throw new Error(result.failure.message);
  return result.request;
}

describe('webhook', () => {
  it('sends the submission with its context by default', async () => {
    const request = await requestOf(webhook, { url }, { name: 'Ada' });
    expect(request).toMatchObject({
      channel: 'http',
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse((request as { body: string }).body)).toEqual({
      type: 'submission.received',
      timestamp: '2025-01-31T10:00:00.000Z',
      data: {
        submission_id: 's1',
        form_id: 'f1',
        form_name: 'Contact',
        source: 'api',
        received_at: '2025-01-31T10:00:00.000Z',
        fields: { name: 'Ada' },
        files: [],
        run_id: 'r1',
        workflow_version: 3,
      },
    });
  });

  it('sends the fields only, or a template with its media type', async () => {
    expect(await requestOf(webhook, { url, body: { mode: 'fields' } }, { a: [1] })).toMatchObject({
      body: '{"a":[1]}',
    });
    const body = { mode: 'template', template: 'Hi {{ fields.a }}', content_type: 'text/plain' };
    expect(await requestOf(webhook, { url, method: 'PUT', body }, { a: 'b' })).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: 'Hi b',
    });
  });

  it('renders the same bytes each time', async () => {
    const config = { url, body: { mode: 'template', template: '{{ all_fields | json }}' } };
    expect(await requestOf(webhook, config, { a: 1 })).toEqual(await requestOf(webhook, config, { a: 1 }));
  });

  it('renders secrets in headers, and masks for users', async () => {
    const headers = { Authorization: 'Bearer {{ secrets.TOKEN }}', 'X-Name': '{{ fields.name }}' };
    expect(await requestOf(webhook, { url, headers }, { name: 'Ada' })).toMatchObject({
      headers: { Authorization: 'Bearer hush-hush', 'X-Name': 'Ada' },
    });
    const masked = await renderMasked(webhook, { url, headers }, aRunState({ name: 'Ada' }), someWork());
    expect(masked).toMatchObject({ request: { headers: { Authorization: 'Bearer ***', 'X-Name': 'Ada' } } });
    expect(JSON.stringify(masked)).not.toContain('hush');
  });

  it.each([
    ['Zoë', 'Zoë'],
    ['a\u010ab', 'a\u010ab'],
    ['漢字 \u{1f600}', '漢字 \u{1f600}'],
    ['a\u007fb\u0001', 'a b '],
    ['a\tb\u0085c', 'a\tb\u0085c'],
  ])('renders the submitted header value %j as %j, masked or not', async (name, expected) => {
    const config = { url, headers: { 'X-Name': '{{ fields.name }}' } };
    const headers = { 'X-Name': expected };
    expect(await requestOf(webhook, config, { name })).toMatchObject({ headers });
    expect(await renderMasked(webhook, config, aRunState({ name }), someWork())).toMatchObject({
      request: { headers },
    });
  });

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', 'x'.repeat(8193)])('fails for the submitted header value %j, masked or not', async (name) => {
    const config = { url, headers: { 'X-Name': '{{ fields.name }}' } };
    expect((await rendered(webhook, config, { name })).failure?.code).toBe('invalid_header');
    expect((await renderMasked(webhook, config, aRunState({ name }), someWork())).failure?.code).toBe('invalid_header');
  });

  it('repeats uncertain attempts, signs requests and has a timeout of fifteen seconds by default', () => {
    expect(webhook.settings({ url })).toEqual({ timeoutMs: 15_000, mayArriveTwice: true, isSigned: true });
    expect(webhook.settings({ url, timeout_ms: 2000, retry_uncertain: false, signing: 'none' })).toEqual({
      timeoutMs: 2000,
      mayArriveTwice: false,
      isSigned: false,
    });
  });
});

describe('email', () => {
  const config = { to: ['sales@example.com'], subject: 'Hi' };

  it('renders plain text and escaped HTML', async () => {
    const body = { body_text: '{{ fields.x }}', body_html: '<p>{{ fields.x }}</p>' };
    expect(await requestOf(email, { ...config, ...body }, { x: '<b>' })).toEqual({
      channel: 'mail',
      to: ['sales@example.com'],
      reply_to: null,
      subject: 'Hi',
      text: '<b>',
      html: '<p>&lt;b&gt;</p>',
    });
  });

  it('lists all fields without a body', async () => {
    expect(await requestOf(email, config, { a: 1, b: 2 })).toMatchObject({ text: 'a: 1\nb: 2', html: null });
    expect(await requestOf(email, { ...config, body_html: 'x' })).toMatchObject({ text: null, html: 'x' });
  });

  it('lists fields by their labels without a body, and links only the files that it does not attach', async () => {
    const file = (id: string, size_bytes: number) => {
      const url = `https://forms.example.com/files/${id}`;
      return {
        id,
        field: 'cv',
        filename: `${id}.pdf`,
        content_type: 'x',
        sha256: '',
        url,
        url_expires_at: null,
        size_bytes,
      };
    };
    const state = {
      ...aRunState({ constructor: 'x', first_name: 'Ada' }),
      labels: { first_name: 'Your\nname', cv: 'CV' },
      files: [file('small', 1), file('large', 11 * 1024 * 1024)],
    };
    const textOf = async (members: object) => {
      const result = await render(email, { ...config, ...members }, { state, masked: state, escapesJson: true }, {}, someWork());
      return result.failure === null && 'text' in result.request ? result.request.text?.split('\n') : result;
    };
    const links = state.files.map(({ filename, url }) => `CV: ${filename} ${url}`);
    expect(await textOf({})).toEqual(['constructor: x', 'Your name: Ada', ...links]);
    expect(await textOf({ attach_files: true })).toEqual(['constructor: x', 'Your name: Ada', 'CV: small.pdf', links[1]]);
  });

  it('keeps the subject on one line and truncates it', async () => {
    const subject = '{{ fields.x }}';
    expect(await requestOf(email, { ...config, subject }, { x: 'a\r\nBcc: b@example.com' })).toMatchObject({
      subject: 'a Bcc: b@example.com',
    });
    expect(await requestOf(email, { ...config, subject }, { x: '😀'.repeat(300) })).toMatchObject({
      subject: '😀'.repeat(250),
    });
  });

  it.each(['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', 'Ada <a@example.com>', '"a b"@example.com', ''])(
    'leaves out the submitted address %j with a warning',
    async (address) => {
      const result = await rendered(
        email,
        { ...config, to: ['sales@example.com', '{{ fields.x }}'], reply_to: '{{ fields.x }}' },
        { x: address },
      );
      expect(result).toMatchObject({
        request: { to: ['sales@example.com'], reply_to: null },
        warnings: ['A recipient or reply address was left out, since it is not an e-mail address.'],
      });
    },
  );

  it('fails without a valid recipient', async () => {
    expect((await rendered(email, { ...config, to: ['{{ fields.x }}'] }, { x: 'nobody' })).failure?.code).toBe('no_address');
  });

  it('has each recipient once', async () => {
    expect(await requestOf(email, { ...config, to: ['sales@example.com', '{{ fields.x }}'] }, { x: 'sales@example.com' })).toMatchObject({
      to: ['sales@example.com'],
    });
  });

  it('never repeats an uncertain attempt', () => {
    expect(email.settings(config).mayArriveTwice).toBe(false);
  });
});

describe('slack and discord', () => {
  const config = { url: '{{ secrets.CHAT }}', text: 'Hi {{ fields.x }}' };

  it('post to the secret address, which is masked for users', async () => {
    expect(await requestOf(slack, config, { x: 'a' })).toEqual({
      channel: 'http',
      method: 'POST',
      url: 'https://chat.example.com/hush',
      headers: { 'content-type': 'application/json' },
      body: '{"text":"Hi a"}',
    });
    expect(await renderMasked(discord, config, aRunState({ x: 'a' }), someWork())).toMatchObject({
      request: { url: '***' },
    });
  });

  it('let no submitted value mention anyone', async () => {
    expect(await requestOf(slack, config, { x: '<!channel>' })).toMatchObject({
      body: '{"text":"Hi &lt;!channel&gt;"}',
    });
    expect(await requestOf(discord, config, { x: '@everyone <@1>' })).toMatchObject({
      body: String.raw`{"content":"Hi \\@everyone \\<@1>","allowed_mentions":{"parse":[]}}`,
    });
  });

  it.each<[string, SendingType, number]>([
    ['slack', slack, 4000],
    ['discord', discord, 2000],
  ])('truncate a message that %s would refuse', async (_name, type, max) => {
    const result = await rendered(type, { ...config, text: '{{ fields.x }}' }, { x: '😀'.repeat(max + 1) });
    expect(result).toMatchObject({
      request: { body: expect.stringContaining(`"${'😀'.repeat(max - 1)}…"`) },
      warnings: [`The message was truncated to ${max} characters.`],
    });
    expect((await rendered(type, { ...config, text: '{{ fields.x }}' }, { x: 'a'.repeat(max) })).warnings).toEqual([]);
  });

  it('list all fields by default', async () => {
    expect(await requestOf(slack, { url: config.url }, { x: 'a' })).toMatchObject({
      body: '{"text":"New submission: Contact\\nx: a"}',
    });
  });
});

describe('the target of a destination', () => {
  it.each([
    ['https://crm.example.com/hook', 'https://crm.example.com/hook'],
    ['https://crm.example.com', 'https://crm.example.com/'],
    ['https://crm.example.com:8443/hook?token=hush#x', 'https://crm.example.com:8443/hook'],
    ['https://hooks.slack.com/services/T0/B0/hush', 'https://hooks.slack.com/services…'],
    ['https://x.example/0123456789', 'https://x.example/01234567…'],
    ['https://me:hush@x.example/a/', 'https://x.example/a…'],
    ['{{ secrets.CHAT }}', '***'],
    ['https://x.example/{{ secrets.CHAT }}', '***'],
    [undefined, '***'],
  ])('shortens %s to %s', (address, short) => {
    expect(shortUrl(address)).toBe(short);
  });

  it.each([
    ['sales@example.com', 's***@example.com'],
    ['{{ fields.email }}', '***'],
    [undefined, '***'],
  ])('shortens the e-mail address %s to %s', (address, short) => {
    expect(shortEmail(address)).toBe(short);
  });

  it('counts the recipients after the first', () => {
    expect(email.target({ to: ['a@example.com', 'b@example.com', 'c@example.com'], subject: '' })).toBe('a***@example.com +2');
  });
});
