import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAIL_POINT_NAMES, failPoint } from './fail-point';

const SOURCES = join(__dirname, '..');
const code = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.endsWith('fail-point.ts'))
  .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
  .join('\n');

it.each(FAIL_POINT_NAMES)('the fail point %s is in one place', (name) => {
  expect(code.split(`'${name}'`)).toHaveLength(2);
});

it('a fail point does nothing in the service', () => {
  expect(failPoint.toString().replaceAll(/\s|_name/g, '')).toBe('functionfailPoint(){}');
});
