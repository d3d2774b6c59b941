import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishErrors } from '../definition/publish.rules';
import { structureErrors } from '../definition/structure.rules';
import { EXAMPLE } from './example-definition';
import { table } from './markdown';
import { workflowGuide } from './workflow-guide';

describe('the guide to workflows', () => {
  it('is committed as the code generates it ("npm run docs")', () => {
    const committed = readFileSync(join(__dirname, '../../../docs/workflows.md'), 'utf8');

    expect(committed).toBe(workflowGuide());
  });

  it('shows an example that can be published', () => {
    const context = {
      fieldNames: new Set(['email', 'name', 'years']),
      secretNames: new Set(['HIRING_TOKEN', 'TEAM_URL']),
      fileFieldNames: new Set<string>(),
      blockedUrlReason: () => null,
    };

    expect(structureErrors(EXAMPLE)).toEqual([]);
    expect(publishErrors(EXAMPLE, context)).toEqual([]);
  });
});

describe('a table of the guide', () => {
  it('has aligned columns and escaped bars', () => {
    const written = table(['a', 'meaning'], [['longer', 'x | y']]);

    expect(written.split('\n')).toEqual(['| a      | meaning |', '| ------ | ------- |', '| longer | x \\| y  |']);
  });
});
