import { API_ERRORS } from '../../../src/api/errors/api-error';

describe('the list of error codes', () => {
  it('is sorted by status', () => {
    const statuses = Object.values(API_ERRORS).map(([status]) => status);
    expect(statuses).toEqual([...statuses].sort());
  });
});
