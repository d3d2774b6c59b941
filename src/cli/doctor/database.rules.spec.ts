import { clockFinding, databaseFinding } from './database-check';

const state = { version: 18, pendingMigrations: 0, migratesOnStart: true, hasTimeLimits: true, defaults: [] };

describe('a database', () => {
  it.each([14, 18])('is ok with version %i and all migrations', (version) => {
    expect(databaseFinding({ ...state, version })).toMatchObject({ verdict: 'ok', remedy: null });
  });

  it('is too old with version 13, whatever its migrations are', () => {
    expect(databaseFinding({ ...state, version: 13, pendingMigrations: 2 })).toEqual({
      verdict: 'failed',
      finding: 'It is PostgreSQL 13.',
      remedy: 'Update it to 14 or newer.',
    });
  });

  it('that lacks migrations is a warning where the service applies them', () => {
    expect(databaseFinding({ ...state, pendingMigrations: 2 }).verdict).toBe('warning');
  });

  it('that lacks migrations is a failure where the service does not apply them', () => {
    const finding = databaseFinding({ ...state, pendingMigrations: 2, migratesOnStart: false });
    expect(finding).toMatchObject({ verdict: 'failed', remedy: expect.stringContaining('"npm run migrate"') });
  });

  it('whose defaults change what the service promises is a warning that names them', () => {
    const finding = databaseFinding({ ...state, defaults: ['synchronous_commit = off'] });
    expect(finding).toMatchObject({ verdict: 'warning', finding: expect.stringContaining('synchronous_commit = off') });
  });

  it('that limits nothing behind a pooler is a warning with the statement that sets the limits', () => {
    const finding = databaseFinding({ ...state, hasTimeLimits: false });
    expect(finding).toMatchObject({ verdict: 'warning', remedy: expect.stringContaining('alter role') });
  });
});

describe('two clocks', () => {
  it.each([0, 1.9])('may be %d seconds apart', (seconds) => {
    expect(clockFinding(seconds).verdict).toBe('ok');
  });

  it.each([2, 3600])('may not be %d seconds apart', (seconds) => {
    expect(clockFinding(seconds)).toMatchObject({ verdict: 'failed', remedy: expect.stringContaining('NTP') });
  });
});
