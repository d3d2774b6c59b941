import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../../../test/support/at-end';
import { Operator } from '../../../test/support/operator';

let operator: Operator;
beforeAll(async () => {
  operator = await Operator.withServices();
});

const types = (...words: string[]) => operator.run('types', ...words);

/** Serves one body at an address. */
async function served(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(status).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => new Promise((closed) => server.close(closed)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/schema`;
}

describe('types', () => {
  it('prints the types of forms, and nothing else', async () => {
    const { id: account } = await operator.ask('accounts', 'create', '--name', 'Shop');
    const forms = [await operator.aForm(account, 'email'), await operator.aForm(account)];
    const outcome = await types('--form', forms[0]!, '--form', forms[1]!);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^\/\*\* The values of the form /);
    for (const id of forms) expect(outcome.stdout).toContain(`${id.replaceAll('-', '')}Values {`);
  });

  it('prints those of a public schema, without a database', async () => {
    const fields = [{ name: 'email', label: null, type: 'string', required: true, options: null }];
    const data = { form_id: '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f', title: 'Contact', fields };
    const outcome = await new Operator({}).run('types', '--schema', await served(200, JSON.stringify({ data })));
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain('export interface ContactValues {\n  email: string;\n}\n');
  });

  it.each(['019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f', 'contact'])('fails for an unknown form: %s', async (id) => {
    expect(await types('--form', id)).toEqual({ code: 1, stdout: '', stderr: `There is no form ${id}.\n` });
  });

  it('fails for an address that has no schema, and without any form', async () => {
    const missing = await served(404, '{}');
    expect(await types('--schema', missing)).toMatchObject({ code: 1, stderr: `${missing} answers 404.\n` });
    const other = await served(200, '{"data":{}}');
    const message = `${other} is not the public schema of a form.\n`;
    expect(await types('--schema', other)).toEqual({ code: 1, stdout: '', stderr: message });
    expect((await types()).code).toBe(2);
  });
});
