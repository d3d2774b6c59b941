import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_ERRORS } from './api/errors/api-error';
import { errorCodeList } from './error-code-list';

describe('the list of error codes', () => {
  it('is committed as the code generates it ("npm run docs")', () => {
    expect(readFileSync(join(__dirname, '../docs/error-codes.md'), 'utf8')).toBe(errorCodeList());
  });

  it('is sorted by status', () => {
    const statuses = Object.values(API_ERRORS).map(([status]) => status);
    expect(statuses).toEqual([...statuses].sort());
  });
});
