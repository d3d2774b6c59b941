import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { loadConfig } from '../../../src/platform/config/config';
import { SETTINGS } from '../../../src/platform/config/settings';

const committed = readFileSync(join(__dirname, '../../../.env.example'), 'utf8');

describe('.env.example', () => {
  it('changes nothing when it is copied as it is', () => {
    expect(parseEnv(committed)).toEqual({});
  });

  it('names every setting, and is valid with all of them uncommented', () => {
    const uncommented = parseEnv(committed.replace(/^# (?=[A-Z0-9_]+=)/gm, ''));
    expect(Object.keys(uncommented).sort()).toEqual(Object.keys(SETTINGS).sort());
    expect(loadConfig(uncommented)).toEqual(loadConfig({}));
  });
});
