import { resolveVariables } from '../definition/variables.js';
import { withoutVariables } from './shown-values.js';

const env = {
  FORM_VAR_TOKEN: 'hush-hush',
  FORM_VAR_SITE: 'HTTPS://Example.com:443',
  FORM_VAR_SAME: 'hush-hush',
  FORM_VAR_ONE: '1',
  OTHER: 'no variable',
};

/** Shows a change of a definition with a webhook that has this header. */
function shown(header: string, change: { before?: unknown; after?: unknown }) {
  const file = { allowed_origins: ['${FORM_VAR_SITE}'], workflow: { nodes: [{ config: { headers: { authorization: header } } }] } };
  const { value, uses } = resolveVariables(file, env);
  const { before, after } = withoutVariables(value, uses, env)({ sign: '~', subject: 'x', ...change });
  return { before, after };
}

describe('withoutVariables', () => {
  it.each([
    ['the whole text', 'hush-hush', '${FORM_VAR_SAME}'],
    ['a part of it', 'Bearer hush-hush', 'Bearer ${FORM_VAR_SAME}'],
    ['an origin as the service keeps it', 'https://example.com', '${FORM_VAR_SITE}'],
    ['a short value that is the whole text', '1', '${FORM_VAR_ONE}'],
    ['a short value by chance', '2021', '2021'],
    ['another variable of the environment', 'no variable', 'no variable'],
  ])('shows the name for %s', (_title, after, expected) => {
    expect(shown('${FORM_VAR_SAME}', { after })).toEqual({ after: expected, before: undefined });
  });

  it('shows the text of the file, also where two variables have one value', () => {
    expect(shown('${FORM_VAR_TOKEN}', { after: { headers: ['hush-hush'] } }).after).toEqual({ headers: ['${FORM_VAR_TOKEN}'] });
  });

  it('hides an earlier value of a variable', () => {
    expect(shown('${FORM_VAR_TOKEN}', { before: 'an older token', after: 'hush-hush' }).before).toBe('(hidden)');
    expect(shown('${FORM_VAR_TOKEN}', { before: 'an older text', after: 'a newer text' }).before).toBe('an older text');
  });
});
