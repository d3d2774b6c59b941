import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const [, SECTION = ''] = readFileSync(join(ROOT, 'docs/definitions.md'), 'utf8').split('## When it stops');
const MESSAGES = [...SECTION.matchAll(/^\| `([^`]+)`/gm)].map(([, message]) => message!);

const SOURCE = readdirSync(join(ROOT, 'client/command'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => readFileSync(join(ROOT, 'client/command', name), 'utf8'))
  .join('\n');

/** The texts between the parts that differ. */
const partsOf = (message: string): string[] =>
  message
    .split('…')
    .map((part) => part.replace(/^[.,]? |[ ,:]+$/g, '').trim())
    .filter((part) => part.length > 3);

it.each(MESSAGES)('the command has the message that docs/definitions.md explains: %s', (message) => {
  expect(partsOf(message).filter((part) => !SOURCE.includes(part))).toEqual([]);
});
