import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_TYPE_GROUPS } from './allowed-file-types.rules';

const rows = FILE_TYPE_GROUPS.map(({ name, reason, mustBeNamed, types }) => {
  const extensions = types.flatMap((type) => type.extensions.map((extension) => `\`${extension}\``));
  return [name, extensions.join(' '), mustBeNamed ? 'only where `accept` names them' : 'yes', reason];
});

it('is the table of accepted types in docs/files.md', () => {
  const page = readFileSync(join(__dirname, '../../docs/files.md'), 'utf8');
  const documented = [...page.matchAll(/^\| (?:Images|Documents|Text|Sound|Video|Archives) .*$/gm)].map(([line]) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(documented).toEqual(rows);
});
