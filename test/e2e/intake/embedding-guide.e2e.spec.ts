import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { bundle, readSnippets, run } from '../../support/snippets';
import type { LossyProxy } from '../../browser/support/lossy-proxy';
import { startLossyProxy } from '../../browser/support/lossy-proxy';

let app: TestApp;
let proxy: LossyProxy;
let form: CreatedForm;
let snippets: ReadonlyMap<string, string>;

beforeAll(async () => {
  app = await startApp();
  proxy = await startLossyProxy(app.api.baseUrl);
});
beforeEach(async () => {
  form = await anEnabledForm(app.api, {
    fields: [
      { name: 'email', type: 'string', required: true, validation: 'email' },
      { name: 'message', type: 'string', required: true },
      { name: 'attachment', type: 'file' },
    ],
  });
  proxy.posts.length = 0;
  proxy.fate = () => 'pass';
  snippets = readSnippets(proxy.url, form.id);
});
afterAll(async () => {
  await proxy.close();
  await app.close();
});

const CONTACT = { email: 'ada@example.com', message: 'Hello' };
const storedFields = async () => (await storedIn(app.api, form)).map(({ fields }) => fields);

describe('the Next.js snippets of docs/embedding.md', () => {
  interface State {
    isSent: boolean;
    fields: Record<string, string>;
    details: Record<string, string[]>;
    key: string;
    message: string;
  }
  interface Actions {
    sendContact(previous: State | null, formData: FormData): Promise<State>;
  }

  async function action(): Promise<(fields: Record<string, string>) => Promise<State>> {
    const program = await bundle(snippets, `export * from './app/contact/actions.js'`, 'cjs');
    const { sendContact } = run<Actions>(program, { FORM_SUBMISSION_TOKEN: form.submission_token });
    return (fields) => {
      const formData = new FormData();
      for (const [name, value] of Object.entries({ $ACTION_ID_1: '', ...fields })) formData.append(name, value);
      return sendContact(null, formData);
    };
  }

  it('submit with the token of the form', async () => {
    const send = await action();
    expect(await send({ key: 'one', ...CONTACT })).toMatchObject({ isSent: true });
    expect(await storedIn(app.api, form)).toMatchObject([{ fields: CONTACT, source: 'api' }]);
  });

  it('store once what is sent again after a lost answer', async () => {
    const send = await action();
    proxy.fate = () => (proxy.posts.length === 1 ? 'lose answer' : 'pass');
    const { key, fields, isSent } = await send({ key: 'one', ...CONTACT });
    expect({ key, fields, isSent }).toEqual({ key: 'one', fields: CONTACT, isSent: false });
    expect(await send({ key, ...fields })).toMatchObject({ isSent: true });
    expect(await storedFields()).toEqual([CONTACT]);
  });

  it('tell errors by field, and take another key for the corrected submission', async () => {
    const send = await action();
    const state = await send({ key: 'one', email: 'ada', message: 'Hello' });
    expect(state).toMatchObject({
      isSent: false,
      fields: { email: 'ada', message: 'Hello' },
      details: { email: ['This field must be an e-mail address.'] },
      message: 'Please check your answers.',
    });
    expect(state.key).not.toBe('one');
    expect(await send({ ...state.fields, email: CONTACT.email, key: state.key })).toMatchObject({ isSent: true });
  });

  it('compile, and have a form for the first key', async () => {
    const { html } = run<{ html: string }>(await bundle(snippets, renderingOf('Page', './app/contact/page.jsx'), 'cjs', REACT));
    expect(html).toMatch(/name="key" value="[0-9a-f-]{36}"/);
    expect(html).toMatch(/<input name="email" type="email"/);
  });
});

it('the React snippet of docs/embedding.md compiles, and has a labelled control for each field', async () => {
  const entry = renderingOf('{ ContactForm }', './ContactForm.jsx');
  const { html } = run<{ html: string }>(await bundle(snippets, entry, 'cjs', REACT));
  expect(html).toMatch(/<label htmlFor="email">E-mail<\/label><input type="email" id="email"/);
  expect(html).toMatch(/<label htmlFor="message">Message<\/label><textarea id="message"/);
});

/** What the snippets import of React, of which the first rendering is a text of HTML. */
const REACT = {
  react: `
    export const useState = (first) => [typeof first === 'function' ? first() : first, () => {}];
    export const useActionState = (action, first) => [first, action, false];`,
  'react/jsx-runtime': `
    export function jsx(type, { children, ...props }) {
      if (typeof type === 'function') return type({ children, ...props });
      const attributes = Object.entries(props).filter(([, value]) => typeof value === 'string');
      const content = [children].flat().filter((child) => typeof child === 'string').join('');
      return '<' + type + attributes.map(([name, value]) => ' ' + name + '="' + value + '"').join('') + '>' + content + '</' + type + '>';
    }
    export const jsxs = jsx;`,
};

const renderingOf = (imported: string, file: string): string =>
  `import ${imported} from '${file}';\nexport const html = ${imported.replace(/[{ }]/g, '')}({ firstKey: crypto.randomUUID() });`;

describe('the React Native snippet of docs/embedding.md', () => {
  interface Outbox {
    sendContact(fields: object): Promise<unknown[]>;
    deliver(): Promise<unknown[]>;
  }
  const PACKAGE = '@react-native-async-storage/async-storage';
  /** The storage of the device, which outlives the app. */
  const STORAGE = `
    const stored = new Map();
    export default { getItem: async (name) => stored.get(name) ?? null, setItem: async (name, text) => void stored.set(name, text) };`;

  const outbox = async () => run<Outbox>(await bundle(snippets, `export * from './outbox.js'`, 'cjs', { [PACKAGE]: STORAGE }));

  it('keeps a message until there is an answer, and it is stored once', async () => {
    const { sendContact, deliver } = await outbox();
    proxy.fate = () => (['lose answer', 'busy'] as const)[proxy.posts.length - 1] ?? 'pass';
    await sendContact(CONTACT);
    await sendContact({ ...CONTACT, message: 'Second' });
    await deliver();
    await deliver();
    expect((await storedFields()).map(({ message }) => message).sort()).toEqual(['Hello', 'Second']);
    expect(new Set(proxy.posts.map(({ key }) => key)).size).toBe(2);
  });

  it('gives up a message that is refused, and sends the others', async () => {
    const { sendContact, deliver } = await outbox();
    proxy.fate = () => (proxy.posts.length === 1 ? 'lose request' : 'pass');
    await sendContact({ email: 'ada', message: 'Hello' });
    expect(await sendContact(CONTACT)).toMatchObject([{ fields: { email: 'ada' }, error: { code: 'validation_failed' } }]);
    expect(await deliver()).toEqual([]);
    expect(await storedFields()).toEqual([CONTACT]);
  });
});

describe('the curl snippets of docs/embedding.md', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guide-'));
    await writeFile(join(folder, 'notes.txt'), 'Notes');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(['submit.sh', 'upload.sh'])('%s is stored once although it runs twice', async (name) => {
    const submitted = async () => {
      const { stdout } = await promisify(execFile)('sh', ['-c', snippets.get(name)!], { cwd: folder });
      return (JSON.parse(stdout) as { data: { id: string } }).data.id;
    };
    expect(await submitted()).toBe(await submitted());
    expect(await storedIn(app.api, form)).toMatchObject([{ fields: CONTACT, file_count: name === 'upload.sh' ? 1 : 0 }]);
  });
});
