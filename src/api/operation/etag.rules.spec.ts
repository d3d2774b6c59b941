import { ifMatchError } from './etag.rules';

const FORM = 'f-019aa2c4-5f0e-7c3a-9d4e-000000000012';
const CURRENT = `"${FORM}-7"`;

describe('the error of an If-Match header', () => {
  it.each([
    [`"${FORM}-6"`, 'stale'],
    [`${FORM}-6`, 'stale'],
    [`"x", "${FORM}-6"`, 'stale'],
    [`W/"${FORM}-6"`, 'stale'],
    [`W/${CURRENT}`, 'weak'],
    ['"f-019aa2c4-5f0e-7c3a-9d4e-000000000013-7"', 'foreign'],
    ['"w-019aa2c4-5f0e-7c3a-9d4e-000000000012-7-0"', 'foreign'],
    ['"7"', 'foreign'],
    ['7', 'malformed'],
    [`"${FORM}-6`, 'malformed'],
    [Array(21).fill('"x"').join(', '), 'malformed'],
  ])('%s is %s', (header, error) => {
    expect(ifMatchError(header, CURRENT)).toBe(error);
  });
});
