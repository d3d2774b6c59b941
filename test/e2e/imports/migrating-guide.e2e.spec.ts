import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { shareApp, type TestApp } from '../../support/app';
import { aForm, type CreatedForm } from '../../support/forms';
import { storedIn } from '../../support/intake';

const GUIDE = readFileSync(join(__dirname, '../../../docs/migrating.md'), 'utf8');
/** The files and calls of the guide by their names. */
const SNIPPETS = new Map([...GUIDE.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, name, text]) => [name!, text!]));
const TOOLS = [...SNIPPETS.keys()].filter((name) => name.endsWith('.csv')).map((name) => name.slice(0, -'.csv'.length));

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com', people: 3, topics: ['A question', 'An order'], news: true, message: 'Hello' };
const ZOE = { name: 'Zoë Ng', email: 'zoe@example.com', topics: ['A question'], news: false, message: 'Two\nlines' };
const without = (member: string, fields: object): object => Object.fromEntries(Object.entries(fields).filter(([name]) => name !== member));
const ZOE_WITHOUT_BOX = without('news', ZOE);

/** The fields of the two rows where a tool writes less, or something else. */
const FIELDS: Readonly<Record<string, [object, object]>> = {
  typeform: [without('topics', ADA), without('topics', ZOE)],
  formspree: [ADA, ZOE_WITHOUT_BOX],
  netlify: [ADA, ZOE_WITHOUT_BOX],
  flamingo: [ADA, ZOE_WITHOUT_BOX],
  airtable: [ADA, ZOE_WITHOUT_BOX],
  own: [ADA, { ...ZOE, name: '=Zoë' }],
};
const TIMES = ['2026-11-20T20:26', '2026-11-20T23:05'];

let app: TestApp;
let key: string;
let folder: string;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
  key = await app.key();
  folder = await mkdtemp(join(tmpdir(), 'guide-'));
});
beforeEach(async () => {
  form = await aForm(app.api, {
    fields: [
      { name: 'name', label: 'Your name', type: 'string' },
      { name: 'email', label: 'E-mail', type: 'string', validation: 'email' },
      { name: 'people', label: 'How many people?', type: 'number' },
      { name: 'topics', label: 'Topics', type: 'array', options: ['A question', 'An order'] },
      { name: 'news', label: 'Newsletter', type: 'boolean' },
      { name: 'message', label: 'Message', type: 'string' },
    ],
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

interface Answer {
  data: { imported: number; already_there: number; refused: object[]; columns: Record<string, string>; unknown_columns: string[] };
}

/** Runs the call of the guide for a tool on its file. */
async function call(tool: string, file = SNIPPETS.get(`${tool}.csv`)!): Promise<Answer['data']> {
  await writeFile(join(folder, `${tool}.csv`), file);
  const program = SNIPPETS.get(`${tool}.sh`)!.replaceAll('https://forms.example.com', app.api.baseUrl).replaceAll('FORM_ID', form.id);
  const { stdout } = await promisify(execFile)('sh', ['-c', program], { cwd: folder, env: { ...process.env, KEY: key } });
  return (JSON.parse(stdout) as Answer).data;
}

it('has a call for each file, of twelve kinds', () => {
  expect(TOOLS).toHaveLength(12);
  expect([...SNIPPETS.keys()].filter((name) => name.endsWith('.sh'))).toEqual(TOOLS.map((tool) => `${tool}.sh`));
});

describe.each(TOOLS)('the file of %s', (tool) => {
  const [first, second] = FIELDS[tool] ?? [ADA, ZOE];

  it.each<[string, (file: string) => string]>([
    ['as it is', (file) => file],
    ['with a byte order mark and other line ends', (file) => `\ufeff${file.replaceAll('\n', '\r\n')}`],
  ])('is imported %s, with its values and times', async (_, written) => {
    const file = written(SNIPPETS.get(`${tool}.csv`)!);
    expect(await call(tool, file)).toMatchObject({ imported: 2, already_there: 0, refused: [] });
    const stored = (await storedIn(app.api, form)).reverse();
    const values = stored.map(({ fields }) => ({ ...fields, message: (fields['message'] as string).replace('\r\n', '\n') }));
    expect(values).toEqual([first, second]);
    expect(stored.map(({ received_at: time }) => time.slice(0, 'YYYY-MM-DDTHH:MM'.length))).toEqual(TIMES);
  });

  it('is stored once where it has ids', async () => {
    const hasIds = /column\.source_id/.test(SNIPPETS.get(`${tool}.sh`)!);
    await call(tool);
    expect(await call(tool)).toMatchObject(hasIds ? { imported: 0, already_there: 2 } : { imported: 2 });
  });
});

it('the choices of Typeform, which have a column each, are kept beside the fields', async () => {
  await call('typeform');
  const [, ada] = await storedIn(app.api, form);
  expect(ada).toMatchObject({ other_values: { 'A question': 'A question', 'An order': 'An order' } });
});

it('columns of which no field is made are named', async () => {
  expect((await call('tally')).unknown_columns).toEqual(['Respondent ID', 'Topics (A question)', 'Topics (An order)']);
  expect((await call('gravity-forms')).columns).toEqual({
    ...{ 'Your name': 'name', 'E-mail': 'email', 'How many people?': 'people', Topics: 'topics', Newsletter: 'news', Message: 'message' },
    ...{ 'Entry Id': 'source_id', 'Entry Date': 'received_at' },
  });
});
