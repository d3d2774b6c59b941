import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
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
  app = await shareApp();
  proxy = await startLossyProxy(app.api.baseUrl);
});
beforeEach(async () => {
  form = await anEnabledForm(app.api, {
    fields: [
      { name: 'email', type: 'string', required: true, validation: 'email' },
      { name: 'message', type: 'string', required: true },
      { name: 'people', type: 'number' },
      { name: 'topics', type: 'array', options: ['A question', 'An order'] },
      { name: 'news', type: 'boolean' },
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

const CONTACT = { email: 'ada@example.com', message: 'Hello', people: 3, topics: ['A question', 'An order'], news: true };

/** The request that a browser sends for it. */
const ENTRIES: [string, string][] = [
  ['email', 'ada@example.com'],
  ['message', 'Hello'],
  ['people', '3'],
  ['topics', 'A question'],
  ['topics', 'An order'],
  ['news', 'on'],
];
const storedFields = async () => (await storedIn(app.api, form)).map(({ fields }) => fields);

describe('the Next.js snippets of docs/embedding.md', () => {
  interface State {
    isSent: boolean;
    texts: [string, string][];
    details: Record<string, string[]>;
    key: string;
    message: string;
  }
  interface Actions {
    sendContact(previous: State | null, formData: FormData): Promise<State>;
  }

  /** The form data that Next.js passes to the action: also an entry of its own, and an empty file with this name for one that was not chosen. */
  async function action(): Promise<(entries: [string, string][], file?: File) => Promise<State>> {
    const program = await bundle(snippets, `export * from './app/contact/actions.js'`, 'cjs');
    const { sendContact } = run<Actions>(program, { FORM_SUBMISSION_TOKEN: form.submission_token });
    return (entries, file = new File([], 'undefined')) => {
      const formData = new FormData();
      for (const [name, value] of [['$ACTION_ID_1', ''] as const, ...entries]) formData.append(name, value);
      formData.append('attachment', file);
      return sendContact(null, formData);
    };
  }
  const withKey = (key: string, entries = ENTRIES): [string, string][] => [['key', key], ...entries];

  it('submit every value and file with the token of the form', async () => {
    const send = await action();
    expect(await send(withKey('one'), new File(['Notes'], 'notes.txt'))).toMatchObject({ isSent: true });
    expect(await storedIn(app.api, form)).toMatchObject([{ fields: CONTACT, source: 'api', file_count: 1 }]);
  });

  it('send no file where none was chosen', async () => {
    const send = await action();
    expect(await send(withKey('one'))).toMatchObject({ isSent: true });
    expect(await storedIn(app.api, form)).toMatchObject([{ fields: CONTACT, file_count: 0 }]);
  });

  it('store once what is sent again after a lost answer', async () => {
    const send = await action();
    proxy.fate = () => (proxy.posts.length === 1 ? 'lose answer' : 'pass');
    const { key, texts, isSent } = await send(withKey('one'));
    expect({ key, texts, isSent }).toEqual({ key: 'one', texts: ENTRIES, isSent: false });
    expect(await send(withKey(key, texts))).toMatchObject({ isSent: true });
    expect(await storedFields()).toEqual([CONTACT]);
  });

  it('tell errors by field, and take another key for the corrected submission', async () => {
    const send = await action();
    const wrong = ENTRIES.map(([name, text]): [string, string] => [name, name === 'email' ? 'ada' : text]);
    const state = await send(withKey('one', wrong));
    expect(state).toMatchObject({
      isSent: false,
      texts: wrong,
      details: { email: ['This field must be an e-mail address.'] },
      message: 'Please check your answers.',
    });
    expect(state.key).not.toBe('one');
    expect(await send(withKey(state.key))).toMatchObject({ isSent: true });
  });
});

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

  /** As in React Native, where a file is told by its address. */
  class AppFormData extends FormData {
    override append(name: string, value: string | number | boolean | { name: string; type: string }): void {
      super.append(name, typeof value === 'object' ? new File(['Notes'], value.name, { type: value.type }) : String(value));
    }
  }
  const outbox = async () =>
    run<Outbox>(await bundle(snippets, `export * from './outbox.js'`, 'cjs', { [PACKAGE]: STORAGE }), {}, { FormData: AppFormData });

  it('sends every kind of value', async () => {
    const { sendContact } = await outbox();
    const attachment = { uri: 'file:///notes.txt', name: 'notes.txt', type: 'text/plain' };
    expect(await sendContact({ ...CONTACT, attachment, missing: undefined, other: null })).toEqual([]);
    expect(await storedIn(app.api, form)).toMatchObject([{ fields: CONTACT, file_count: 1 }]);
  });

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
