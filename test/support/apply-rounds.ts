import fc from 'fast-check';
import type { FormDefinition } from '../../client/command/definition/definition.types';
import { newDefinitionText } from '../../client/command/definition/new-definition';
import { shareApp } from './app';
import { Website } from './command';
import { type LossyProxy, startLossyProxy } from './lossy-proxy';
import { definitions, renamed } from './random-definitions';

/** Forms that are applied together, since each run asks the service for its document. */
const TOGETHER = 20;

let proxy: LossyProxy;
let website: Website;

/** Lists of definitions, of which each is that of one form. */
const forms = fc.array(definitions(), { minLength: TOGETHER, maxLength: TOGETHER });

let round = 0;

/** Later definitions are those of new forms. */
function forgetForms(): void {
  website.write('forms/forms.lock.yaml', '');
  round++;
}

/** A form that was never enabled can have its fields renamed. */
const neverEnabled = ({ status: _, ...definition }: FormDefinition): FormDefinition => definition;

/** Makes the forms what the definitions say, and expects that nothing is left to do, which changes nothing. */
async function expectRound(list: readonly FormDefinition[]): Promise<void> {
  for (const [index, definition] of list.entries())
    website.write(`forms/form-${index}.yaml`, newDefinitionText({ ...definition, name: `Form ${round}-${index}` }, 'yaml'));
  const words = ['apply', '--yes', '--create', '--replace-draft'];
  expect(await website.run(words)).toMatchObject({ code: 0, stderr: '' });
  const sent = proxy.seen.length;
  expect(await website.run(words)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No changes\.$/m), stderr: '' });
  expect(proxy.seen.slice(sent).filter(({ method }) => method !== 'GET')).toEqual([]);
}

const check = <Example>(examples: fc.Arbitrary<Example>, numRuns: number, property: (example: Example) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(examples, property), { numRuns, endOnFailure: true });

/** Tests that apply makes forms what definitions say and then has nothing left to do. The numbers are those of lists of 20 forms. */
export function testApplyRounds({ creates, edits, renames }: { creates: number; edits: number; renames: number }): void {
  beforeEach(async () => {
    const app = await shareApp();
    proxy = await startLossyProxy(app.api.baseUrl);
    website = Website.of({ baseUrl: proxy.url }, await app.key());
  });

  it('makes forms of random definitions, and then finds nothing to do', async () => {
    await check(forms, creates, async (list) => {
      forgetForms();
      await expectRound(list);
    });
  });

  it('makes any form of any other, and then finds nothing to do', () => check(forms, edits, expectRound));

  it('renames fields, and then finds nothing to do', async () => {
    await check(fc.tuple(forms, forms), renames, async ([before, after]) => {
      forgetForms();
      await expectRound(before.map(neverEnabled));
      await expectRound(after.map(neverEnabled).map(renamed));
    });
  });
}
