import { submissionError } from './submission-error.rules';

describe('submissionError', () => {
  it('carries a code with its parameters beside the text of the API', () => {
    expect(submissionError('email', { code: 'value_too_long', maxBytes: 64 * 1024 })).toEqual({
      path: 'email',
      message: 'This field must take at most 64 KiB.',
      reason: { code: 'value_too_long', maxBytes: 65_536 },
    });
  });
});
