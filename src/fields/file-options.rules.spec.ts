import fc from 'fast-check';
import { fieldFileLimits, fileOptionErrors } from './file-options.rules';

const limits = { maxFiles: 10, maxFileBytes: 1_000_000 };
const errorsOf = (options: unknown) => fileOptionErrors(options as never, limits, 'options');
const pathsOf = (options: unknown) => errorsOf(options).map(({ path }) => path);

describe('the options of a file field', () => {
  it.each([
    ['null', null],
    ['an empty object', {}],
    ['a list, which means nothing to files', ['a', 'b']],
    ['all members', { max_files: 3, max_bytes: 500_000, accept: ['.pdf', '.PNG', 'image/*', 'application/zip'] }],
    ['the limits of the service', { max_files: 10, max_bytes: 1_000_000 }],
    ['the least', { max_files: 1, max_bytes: 1 }],
    ['members that are not ours', { multiple: true, hint: { text: 'A photo' } }],
  ])('can be %s', (_, options) => expect(errorsOf(options)).toEqual([]));

  it.each([0, -1, 1.5, 11, '3', null, true, Number.NaN, Infinity, {}])('cannot have max_files %p', (max_files) => {
    const message = 'must be a whole number from 1 to 10, the limit of the service';
    expect(errorsOf({ max_files })).toEqual([{ path: 'options.max_files', message }]);
  });

  it.each([0, 1_000_001, '1 MB', null])('cannot have max_bytes %p', (max_bytes) => {
    const message = 'must be a size from 1 to 1000000 bytes (1 MB), the limit of the service';
    expect(errorsOf({ max_bytes })).toEqual([{ path: 'options.max_bytes', message }]);
  });

  it.each([[[]], ['.pdf'], [null], [{}], [5]])('cannot have accept %j', (accept) => {
    expect(pathsOf({ accept })).toEqual(['options.accept']);
  });

  it('name each entry of accept that is none or that the service does not accept', () => {
    const accept = ['.pdf', 'pdf', 'image/png', '*/*', '.svg', 'text/html', '.exe', '', 5, null, 'image/*'];
    const paths = [1, 3, 4, 5, 6, 7, 8, 9].map((index) => `options.accept.${index}`);
    expect(pathsOf({ accept })).toEqual(paths);
  });

  it('tell an entry of accept that is none from one that the service does not accept', () => {
    const [malformed, refused] = errorsOf({ accept: ['exe', '.svg'] }).map(({ message }) => message);
    expect(malformed).toBe('must be an extension such as .pdf, or a media type such as image/png or image/*');
    expect(refused).toMatch(/^must be of files that the service accepts: .*\.pdf, .*\.tar, or their media types$/);
    const none = ['exe', '.', '*', '*/*', 'image/', '/png', 'a/b/c', 'image/p*g', '. pdf', ' .pdf', 7];
    for (const { message } of errorsOf({ accept: none })) expect(message).toBe(malformed);
    expect(errorsOf({ accept: none })).toHaveLength(none.length);
    for (const { message } of errorsOf({ accept: ['.exe', '.SVG', 'text/html', 'font/*'] })) expect(message).toBe(refused);
  });

  it('have all their errors named at once, below the path that they were sent at', () => {
    const options = { max_files: 0, max_bytes: 0, accept: [] };
    const paths = ['max_files', 'max_bytes', 'accept'].map((member) => `fields.2.options.${member}`);
    expect(fileOptionErrors(options, limits, 'fields.2.options').map(({ path }) => path)).toEqual(paths);
  });
});

describe('the limits of a file field', () => {
  it.each([null, {}, ['a']])('are those of the service with the options %j', (options) => {
    expect(fieldFileLimits(options, limits)).toEqual({ ...limits, accept: null });
  });

  it('are tightened by its options', () => {
    const options = { max_files: 1, max_bytes: 1_000, accept: ['.pdf'] };
    expect(fieldFileLimits(options, limits)).toEqual({ maxFiles: 1, maxFileBytes: 1_000, accept: ['.pdf'] });
  });

  it('never exceed those of the service, which may have been lowered since', () => {
    expect(fieldFileLimits({ max_files: 20, max_bytes: 9_000_000 }, limits)).toEqual({ ...limits, accept: null });
  });

  it('pass over members that were stored before they were checked', () => {
    const options = { max_files: '3', max_bytes: -1, accept: ['.pdf', 5, '.exe'] };
    expect(fieldFileLimits(options, limits)).toEqual({ ...limits, accept: ['.pdf'] });
    expect(fieldFileLimits({ accept: 'image/*' }, limits).accept).toBeNull();
  });

  it('exist whatever JSON was stored, and never exceed those of the service', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (max_files, max_bytes, accept) => {
        const found = fieldFileLimits({ max_files, max_bytes, accept }, limits);
        expect(found.maxFiles).toBeLessThanOrEqual(limits.maxFiles);
        expect(found.maxFileBytes).toBeLessThanOrEqual(limits.maxFileBytes);
      }),
    );
  });
});
