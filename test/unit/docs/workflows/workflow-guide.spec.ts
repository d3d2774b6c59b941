import { publishErrors } from '../../../../src/workflows/definition/publish.rules';
import { structureErrors } from '../../../../src/workflows/definition/structure.rules';
import { EXAMPLE } from '../../../../scripts/docs/workflows/example-definition';
import { table } from '../../../../scripts/docs/markdown';

describe('the guide to workflows', () => {
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
