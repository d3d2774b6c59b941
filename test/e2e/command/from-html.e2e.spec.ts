import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse } from 'yaml';
import { atEnd } from '../../support/at-end';
import { Website } from '../../support/command';

const SERVICE = 'https://forms.example.org';
const FORM = '<h1>Contact</h1>\n<form action="/old"><input name="E-Mail" type="email"><input name="message" pattern="a+"></form>';
const ID = '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f';

/** A website with a page. */
function aWebsite(page: string, env: Record<string, string> = { FORM_COLLECTION_URL: SERVICE }): Website {
  const website = new Website(env);
  website.write('page.html', page);
  return website;
}

const stderrOf = async (page: string, ...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await aWebsite(page).run(['from-html', 'page.html', ...words]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
};

/** A server of pages, with its address. */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };

describe('form-collection from-html', () => {
  it('writes a file that editors complete, and prints the lines to change with their places', async () => {
    const website = aWebsite(FORM);
    const { code, stdout, stderr } = await website.run(['from-html', 'page.html']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const text = website.read('forms/contact.yaml');
    expect(text).toMatch(/^# yaml-language-server: \$schema=.*form\.schema\.json\n/);
    expect(parse(text)).toEqual({
      name: 'Contact',
      allowed_origins: [],
      validate_fields: true,
      notifications_enabled: true,
      fields: [
        { name: 'e_mail', type: 'string', validation: 'email' },
        { name: 'message', type: 'string' },
      ],
      settings: { notifications: { reply_to_field: 'e_mail' } },
    });
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('forms/contact.yaml is written, with 2 fields.');
    expect(lines).toContain('  - <form action="/old">');
    expect(lines).toContain(`  + <form method="post" action="${SERVICE}/api/v1/forms/FORM_ID/submit">`);
    expect(lines).toContain('  + <input name="e_mail" type="email">');
    expect(stdout).toMatch(/^page\.html:2:21: The field is called e_mail/m);
    expect(stdout).toMatch(/^page\.html:2:55: message: Browsers check pattern="a\+"/m);
    expect(stdout).toContain('"form-collection apply" makes the form.');
  });

  it('never overwrites a file without --force', async () => {
    const website = aWebsite(FORM);
    website.write('forms/contact.yaml', 'mine');
    const refused = await website.run(['from-html', 'page.html']);
    expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('contact.yaml is there already') });
    expect(website.read('forms/contact.yaml')).toBe('mine');
    expect((await website.run(['from-html', 'page.html', '--force'])).code).toBe(0);
    expect(website.read('forms/contact.yaml')).toContain('name: Contact');
  });

  it('names the form of the service once the lock file has it', async () => {
    const website = aWebsite(FORM);
    website.write('web/forms.lock.yaml', `${SERVICE}:\n  account: ${ID}\n  write-us: ${ID}\n`);
    const { code, stdout, stderr } = await website.run(['from-html', 'page.html', '--dir', 'web', '--name', 'write-us', '--stdout']);
    expect(code).toBe(0);
    expect(parse(stdout)).toMatchObject({ name: 'Contact' });
    expect(stderr).toContain(`/api/v1/forms/${ID}/submit`);
    expect(stderr).not.toContain('FORM_ID');
  });

  it('lists the forms of a page that has several, and takes one by id, name or number', async () => {
    const search = '<form role="search"><input name="q"></form>';
    const page = `${search}<form id="a"><input name="one"></form><form name="b"><input name="two"></form><form><input name="p" type="password"></form>`;
    const stderr = await stderrOf(page);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'page.html has 2 forms. Give --form with a number of:',
      'page.html:1:1: form 1  with q, a search',
      expect.stringMatching(/^page\.html:1:\d+: form 2 id="a" with one$/),
      expect.stringMatching(/^page\.html:1:\d+: form 3 name="b" with two$/),
      expect.stringMatching(/^page\.html:1:\d+: form 4 {2}with p, with a password$/),
    ]);
    for (const [word, field] of [
      ['a', 'one'],
      ['b', 'two'],
      ['2', 'one'],
      ['1', 'q'],
    ] as const) {
      const { stdout } = await aWebsite(page).run(['from-html', 'page.html', '--form', word, '--stdout']);
      expect(parse(stdout)).toMatchObject({ fields: [{ name: field }] });
    }
    expect(await stderrOf(page, '--form', 'c')).toContain('has no form c');
  });

  it('says what stands in the place of a form', async () => {
    expect(await stderrOf('<p>Nothing')).toContain('page.html has no form. If scripts make it');
    const embed = '<script>hbspt.forms.create({})</script><iframe src="https://form.example/\u001b[2J"></iframe>';
    const stderr = await stderrOf(embed);
    expect(stderr).toContain('page.html:1:1: a form of HubSpot');
    expect(stderr).not.toContain('\u001b');
    expect(await stderrOf('<form><input id="x"></form>', '--form', '1')).toContain('no control with a name');
  });

  it('reads a page of the web after redirects, in its encoding, and takes its origin over', async () => {
    const address = await serving((request, response) => {
      if (request.url === '/old') return void response.writeHead(302, { location: '/new' }).end();
      const type = { 'content-type': 'text/html; charset=windows-1252' };
      response
        .writeHead(200, type)
        .end(
          Buffer.from(
            '<form><label>Preis in \x80 <input name="price"></label><input type="hidden" name="_next" value="/danke"></form>',
            'latin1',
          ),
        );
    });
    const { code, stdout } = await aWebsite('').run(['from-html', `${address}/old`, '--json']);
    expect(code).toBe(0);
    const found = JSON.parse(stdout) as { definition: object; changes: { after: string }[] };
    expect(found.definition).toMatchObject({
      allowed_origins: [address],
      fields: [{ name: 'price', label: 'Preis in €' }],
      settings: { page: { redirect_url: `${address}/danke` } },
    });
    expect(found.changes[0]!.after).toContain('accept-charset="utf-8"');
  });

  it.each<[string, RequestListener, string]>([
    ['is missing', (_, response) => response.writeHead(404).end(), 'answers 404'],
    [
      'is no page',
      (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(),
      'is no page in HTML, but application/pdf',
    ],
    ['leads on for ever', (_, response) => response.writeHead(302, { location: '/' }).end(), 'leads on more than 5 times'],
    [
      'leads to no page',
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'leads to an address that is no page',
    ],
    ['leads nowhere', (_, response) => response.writeHead(302, { location: 'http://[' }).end(), 'leads to an address that is no page'],
    ['is too large', (_, response) => response.writeHead(200, HTML).end('x'.repeat(2 ** 21 + 1)), 'has more than 2 MiB'],
    [
      'breaks off',
      (_, response) => (response.writeHead(200, HTML).write('<form>'), setImmediate(() => response.destroy())),
      'cannot be read',
    ],
  ])('tells why an address cannot be read that %s', async (_, listener, message) => {
    const { code, stdout, stderr } = await aWebsite('').run(['from-html', await serving(listener)]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  it.each([
    ['deep', '<div>'.repeat(100_000), 'too many elements'],
    ['many', '<br>'.repeat(300_000), 'too many elements'],
    ['binary', '<form>\0', 'is no text'],
    ['of controls', `<form>${'<input name=a>'.repeat(1001)}</form>`, 'more than 1000 controls'],
    ['of fields', `<form>${Array.from({ length: 101 }, (_, n) => `<input name=a${n}>`).join('')}</form>`, 'has 101 fields'],
  ])('ends with a message for a hostile page: %s', async (_, page, message) => {
    expect(await stderrOf(page)).toContain(message);
  });

  it('says which words are wrong', async () => {
    expect((await aWebsite('').run(['from-html', 'missing.html'])).stderr).toContain('missing.html cannot be read (ENOENT)');
    expect((await aWebsite('').run(['from-html', 'http://ada:secret@example.org/'])).stderr).not.toContain('secret');
    expect(await stderrOf(FORM, '--name', '../x')).toContain('--name takes letters');
  });
});
