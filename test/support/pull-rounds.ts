import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { canonicalOfDefinition, canonicalOfService } from '../../client/command/canonical/canonical';
import { parseDefinition } from '../../client/command/definition/definition-file';
import type { FormDefinition } from '../../client/command/definition/definition.types';
import { newDefinitionText } from '../../client/command/definition/new-definition';
import { resolveVariables } from '../../client/command/definition/variables';
import { readServiceDocument, type ServiceDocument } from '../../client/command/service/service-document';
import { defaultDefinition } from '../../src/workflows/definition/default-definition.rules';
import { shareApp, type TestApp } from './app';
import { Website } from './command';
import { aForm, type CreatedForm, reload, setSettings } from './forms';
import { definitions } from './random-definitions';
import { aDraft, aVersion, readWorkflow } from './workflows';

/** Forms that are pulled together, since each run asks the service for its document. */
const TOGETHER = 20;

let app: TestApp;
let document: ServiceDocument;
let website: Website;

/** A website of an account without forms. */
async function newWebsite(): Promise<void> {
  app = await shareApp();
  website = Website.of(app.api, await app.key());
}

/** Makes a form by the API, without the command. */
async function aFormOf({ name, fields = [], settings, workflow, publish, status, ...head }: FormDefinition): Promise<CreatedForm> {
  const form = await aForm(app.api, { name, fields, ...head });
  if (settings) await setSettings(app.api, form, settings);
  const definition = workflow && { schema_version: 1 as const, ...workflow };
  if (publish || status === 'enabled') await aVersion(app.api, form, definition);
  else if (definition) await aDraft(app.api, form, definition);
  if (status === 'enabled') await app.api.patch(`/v1/forms/${form.id}`, { status }, { ifMatch: '*' });
  return form;
}

const pathOf = (index: number): string => {
  const path = `forms/form-${index}`;
  return existsSync(join(website.folder, `${path}.json`)) ? `${path}.json` : `${path}.yaml`;
};

/** Writes each third file as JSON. */
const writeAll = (list: readonly FormDefinition[]): void =>
  list.forEach((definition, index) => {
    const format = index % 3 === 0 ? 'json' : 'yaml';
    website.write(`forms/form-${index}.${format}`, newDefinitionText(definition, format));
  });

/** The same members as a file that `pull` has written: none is left out but settings. */
const complete = (definition: FormDefinition): FormDefinition => ({
  status: 'disabled',
  allowed_origins: [],
  validate_fields: true,
  notifications_enabled: false,
  fields: [],
  ...definition,
  workflow: definition.workflow ?? workflowOf(defaultDefinition()),
  publish: definition.publish || definition.status === 'enabled',
});

const workflowOf = ({ nodes, edges }: ReturnType<typeof defaultDefinition>) => ({ nodes, edges }) as FormDefinition['workflow'];

const readAll = (list: readonly unknown[]): string[] => list.map((_, index) => website.read(pathOf(index)));

const writeLock = (forms: readonly CreatedForm[]): void => {
  const entries = forms.map(({ id }, index) => `  form-${index}: ${id}`);
  website.write('forms/forms.lock.yaml', [`${app.api.baseUrl}:`, `  account: ${app.accountId}`, ...entries, ''].join('\n'));
};

/** The values of all variables of files: those that random definitions have. */
const environmentOf = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    [...texts.join('\n').matchAll(/\$\{(FORM_VAR_(\w+))\}/g)].map(([, name, place]) => [
      name,
      place!.endsWith('_URL') ? 'https://hooks.slack.example.com/services/T0/B0' : 'abc',
    ]),
  );

/** Expects that files plan to nothing, say all that their forms have, and are left as they are by another pull. */
async function expectExact(forms: readonly CreatedForm[]): Promise<void> {
  const texts = readAll(forms);
  const env = environmentOf(texts);
  expect(await website.run(['plan'], env)).toMatchObject({ code: 0, stdout: expect.stringContaining('No changes.'), stderr: '' });
  for (const [index, form] of forms.entries()) expect(contentOf(texts[index]!, env)).toEqual(await contentOfService(form));
  expect(await website.run(['pull'], env)).toMatchObject({
    code: 0,
    stdout: forms.map((_, index) => `${pathOf(index)} is unchanged\n`).join(''),
  });
  expect(readAll(forms)).toEqual(texts);
}

/** Sections without members are the same as none. */
const withoutEmpty = ({ settings, ...form }: ReturnType<typeof canonicalOfDefinition>) => ({
  ...form,
  settings: Object.fromEntries(Object.entries(settings).filter(([, members]) => Object.keys(members).length > 0)),
});

function contentOf(text: string, env: Record<string, string>): unknown {
  const { value } = parseDefinition('form.yaml', text);
  return withoutEmpty(canonicalOfDefinition(resolveVariables(value, env).value as FormDefinition, document));
}

async function contentOfService(form: CreatedForm): Promise<unknown> {
  const settings = await app.api.get(`/v1/forms/${form.id}/settings`);
  const { draft } = await readWorkflow(app.api, form);
  const view = await reload(app.api, form);
  return withoutEmpty(canonicalOfService(view, settings.body.data, draft.definition as never, document));
}

/** Lists of definitions, of which each is that of one form. */
const lists = fc
  .array(definitions(), { minLength: TOGETHER, maxLength: TOGETHER })
  .map((list) => list.map((definition, index) => ({ ...definition, name: `Form ${index}` })));

const check = <Example>(examples: fc.Arbitrary<Example>, numRuns: number, property: (example: Example) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(examples, property), { numRuns, endOnFailure: true });

/** Tests that pull and plan agree on every form. The numbers are those of lists of 20 forms. */
export function testPullRounds({ pulls, takeovers, applies }: { pulls: number; takeovers: number; applies: number }): void {
  beforeAll(async () => {
    document = await readServiceDocument((await shareApp()).api.baseUrl);
  });

  it('writes files of random forms that say all of them, plan to nothing, and are left as they are by another pull', async () => {
    await check(lists, pulls, async (list) => {
      await newWebsite();
      const forms = await Promise.all(list.map(aFormOf));
      const { code, stdout } = await website.run(['pull', ...forms.map(({ id }) => id)]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: list.map((_, index) => `wrote ${pathOf(index)}\n`).join('') });
      expect(readAll(list).join('\n')).not.toMatch(/abc|hooks\.slack/);
      await expectExact(forms);
    });
  });

  it('takes random forms over into the files of others', async () => {
    await check(fc.tuple(lists, lists), takeovers, async ([written, served]) => {
      await newWebsite();
      const forms = await Promise.all(served.map(aFormOf));
      writeLock(forms);
      writeAll(written);
      expect(await website.run(['pull'])).toMatchObject({ code: 0 });
      await expectExact(forms);
    });
  });

  it('leaves the files as they are that random forms were made of by apply', async () => {
    await check(lists, applies, async (list) => {
      await newWebsite();
      writeAll(list.map(complete));
      const texts = readAll(list);
      expect(await website.run(['apply', '--yes', '--create'])).toMatchObject({ code: 0 });
      expect(await website.run(['pull'])).toMatchObject({ code: 0, stdout: expect.not.stringContaining('wrote') });
      expect(readAll(list)).toEqual(texts);
    });
  });
}
