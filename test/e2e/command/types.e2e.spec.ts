import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aForm, anEnabledForm } from '../../support/forms';
import { shareApp, type TestApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { Website } from '../../support/command';

const FIELDS = [
  { name: 'email', type: 'string', required: true },
  { name: 'topics', type: 'array', options: ['A question', 'An order'] },
];

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});

/** A website that knows the service, and has no key. */
const aWebsite = () => new Website({ FORM_COLLECTION_URL: app.api.baseUrl });

const lockOf = (entries: Record<string, string>): string =>
  [`${app.api.baseUrl}:`, `  account: ${app.accountId}`, ...Object.entries(entries).map(([name, id]) => `  ${name}: ${id}`), ''].join('\n');

/** Serves one body at an address. */
async function served(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(status).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => new Promise((closed) => server.close(closed)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/schema`;
}

describe('form-collection types', () => {
  it('prints the types of forms by their ids and addresses, without a key', async () => {
    const [contact, order] = [
      await anEnabledForm(app.api, { name: 'Contact us', fields: FIELDS }),
      await anEnabledForm(app.api, { name: 'Order', fields: [] }),
    ];
    const address = `${app.api.baseUrl}/api/v1/forms/${order.id}/schema`;
    const result = await aWebsite().run(['types', contact.id.toUpperCase(), address]);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stdout).toBe(
      [
        `/** The values of the form "Contact us" (${contact.id}). */`,
        'export interface ContactUsValues {',
        '  email: string;',
        '  topics?: ("A question" | "An order")[];',
        '}',
        '',
        `/** The values of the form "Order" (${order.id}). */`,
        'export interface OrderValues {',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('prints those of all forms in the lock file, in which names that collide get the id of their form', async () => {
    const forms = [await anEnabledForm(app.api, { name: 'Twice' }), await anEnabledForm(app.api, { name: 'Twice' })];
    const website = aWebsite();
    website.write('forms/forms.lock.yaml', lockOf({ one: forms[0]!.id, two: forms[1]!.id }));
    const { code, stdout } = await website.run(['types']);
    expect(code).toBe(0);
    expect(stdout.match(/interface \w+/g)).toEqual(forms.map(({ id }) => `interface Twice${id.replaceAll('-', '')}Values`));
  });

  it('prints nothing where a form is unknown or closed, and names each of them', async () => {
    const [open, closed] = [await anEnabledForm(app.api), await aForm(app.api)];
    const unknown = '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f';
    const result = await aWebsite().run(['types', open.id, closed.id, unknown]);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    const address = (id: string) => `${app.api.baseUrl}/api/v1/forms/${id}/schema`;
    expect(result.stderr).toBe(`${address(closed.id)} answers only while its form is enabled.\nThere is no form at ${address(unknown)}.\n`);
  });

  it('fails for words that are no forms, for answers that are no schemas, and without any form', async () => {
    const website = aWebsite();
    expect(await website.run(['types', 'contact'])).toMatchObject({ code: 1, stderr: expect.stringContaining('contact is neither') });
    const missing = await served(502, '{}');
    expect(await website.run(['types', missing])).toMatchObject({ code: 1, stdout: '', stderr: `${missing} answers 502.\n` });
    for (const body of ['{"data":{}}', 'null', '<p>', '{"data":{"form_id":"a*/","title":"","fields":[]}}']) {
      const other = await served(200, body);
      expect(await website.run(['types', other])).toMatchObject({ code: 1, stderr: `${other} is not the public schema of a form.\n` });
    }
    expect(await website.run(['types'])).toMatchObject({ code: 1, stderr: expect.stringContaining('forms.lock.yaml has no form') });
  });
});
