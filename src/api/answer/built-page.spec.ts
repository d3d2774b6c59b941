import { Logger } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { ApiError } from '../errors/api-error';
import { builtOr503, readBuiltPage } from './built-page';

const missing = () => readFileSync('/nowhere/index.html');

describe('a page that has not been built', () => {
  it('is told once at the start, and answered with 503, both with the command', () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const pages = [readBuiltPage(missing), readBuiltPage(missing)];
    expect(pages).toEqual([null, null]);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('"npm run build"')]]);
    warn.mockRestore();

    const answer = () => builtOr503(pages[0]!);
    expect(answer).toThrow(ApiError);
    expect(answer).toThrow(expect.objectContaining({ status: 503, message: expect.stringContaining('"npm run build"') }));
  });

  it('hides no other failure', () => {
    expect(() => readBuiltPage(() => readFileSync('/'))).toThrow('EISDIR');
    expect(builtOr503(readBuiltPage(() => 'built'))).toBe('built');
  });
});
