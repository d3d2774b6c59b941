import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENTS } from '../../scripts/docs/documents';

it.each(Object.entries(DOCUMENTS))('%s is committed as the code generates it ("npm run generate")', (path, textOf) => {
  const committed = readFileSync(join(__dirname, '../..', path), 'utf8');
  expect(committed).toBe(textOf(committed));
});
