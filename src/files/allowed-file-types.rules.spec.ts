import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_TYPE_GROUPS } from './allowed-file-types.rules';

const rows = FILE_TYPE_GROUPS.map(({ name, reason, types }) => {
  const extensions = types.flatMap((type) => type.extensions.map((extension) => `\`${extension}\``));
  return [name, extensions.join(' '), reason];
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
  const named = [...page.matchAll(/^(\w+) are accepted only where `accept` names them\.$/gm)].map(([, name]) => name);
  expect(named).toEqual(FILE_TYPE_GROUPS.filter(({ mustBeNamed }) => mustBeNamed).map(({ name }) => name));
});
