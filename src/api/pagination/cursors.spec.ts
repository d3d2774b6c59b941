import fc from 'fast-check';
import { Clock } from '../../platform/time';
import { Sealer } from '../../platform/crypto/sealer';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { ApiError } from '../errors/api-error';
import { newId } from '../../platform/ids.rules';
import type { CursorScope } from './cursors';
import { Cursors } from './cursors';

class SetClock extends Clock {
  constructor(public time: Date) {
    super();
  }

  override now(): Date {
    return this.time;
  }
}

const SECRET = 'a secret of at least thirty-two characters';
const HOUR_MS = 3_600_000;

const scope: CursorScope = {
  list: 'submissions',
  keyId: newId(),
  formId: newId(),
  filters: { source: 'api', read_status: undefined },
};
const position = { at: new Date('2026-03-04T05:06:07.089Z'), id: newId() };

describe('Cursors', () => {
  let clock: SetClock;
  let cursors: Cursors;

  beforeEach(() => {
    clock = new SetClock(new Date('2026-07-01T12:00:00.000Z'));
    cursors = new Cursors(new SecretKeys(SECRET), clock);
  });

  function expectInvalid(token: string, within: CursorScope = scope): void {
    let thrown: unknown;
    try {
      cursors.read(within, token);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({
      code: 'invalid_cursor',
      status: 400,
      message: new ApiError('invalid_cursor').message,
      details: {},
    });
  }

  it('reads back any position and direction', () => {
    const at = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(at, fc.uuid(), fc.constantFrom('next' as const, 'previous' as const), (time, id, direction) => {
        const token = cursors.write(scope, { at: time, id }, direction);
        expect(cursors.read(scope, token)).toEqual({ position: { at: time, id }, direction });
      }),
    );
  });

  it('writes at most 256 characters that need no escaping in an address', () => {
    const wide = { ...scope, filters: { search: '😀'.repeat(100), status: 'enabled' } };
    expect(cursors.write(wide, position, 'next')).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
  });

  it('shows neither time nor id', () => {
    const bytes = Buffer.from(cursors.write(scope, position, 'next'), 'base64url').toString('hex');
    expect(bytes).not.toContain(position.id.replaceAll('-', '').slice(0, 8));
    expect(cursors.write(scope, position, 'next')).not.toBe(cursors.write(scope, position, 'next'));
  });

  it.each<[string, Partial<CursorScope>]>([
    ['list', { list: 'forms' }],
    ['key', { keyId: newId() }],
    ['form', { formId: newId() }],
    ['absent form', { formId: null }],
    ['value of a filter', { filters: { source: 'form_submit' } }],
    ['set of filters', { filters: { source: 'api', received_after: '2026-01-01T00:00:00Z' } }],
    ['name of a filter', { filters: { status: 'api' } }],
    ['absence of filters', { filters: {} }],
  ])('refuses a cursor with another %s', (_part, other) => {
    expectInvalid(cursors.write(scope, position, 'next'), { ...scope, ...other });
  });

  it('accepts the same filters in another order, and takes undefined for absent', () => {
    const token = cursors.write({ ...scope, filters: { a: '1', b: '2', c: undefined } }, position, 'next');
    expect(cursors.read({ ...scope, filters: { b: '2', a: '1' } }, token).position).toEqual(position);
  });

  it('keeps filters apart whose texts run together', () => {
    const token = cursors.write({ ...scope, filters: { a: '1', b: '2' } }, position, 'next');
    expectInvalid(token, { ...scope, filters: { a: '1","b":"2' } });
    expectInvalid(token, { ...scope, filters: { a: '1,b,2' } });
  });

  it('refuses a cursor that is altered in any character', () => {
    const token = cursors.write(scope, position, 'next');
    for (let at = 0; at < token.length; at++) {
      for (const other of ['A', 'B', '_', '=', ' ', '\0', 'é']) {
        if (token[at] !== other) expectInvalid(token.slice(0, at) + other + token.slice(at + 1));
      }
    }
  });

  it('refuses other spellings of the same bytes', () => {
    const bytes = Buffer.from(cursors.write(scope, position, 'next'), 'base64url');
    const token = bytes.toString('base64url');
    const standard = bytes.toString('base64');
    for (const other of [`${token}=`, `${token}==`, ` ${token}`, `${token}\n`, `${token}A`, token.slice(0, -1)]) expectInvalid(other);
    if (standard.replace(/=+$/, '') !== token) expectInvalid(standard.replace(/=+$/, ''));
    expectInvalid(bytes.toString('hex'));
  });

  it('refuses spare bits at the end that decoding would skip', () => {
    // A sealed value of 66 bytes leaves none, so one of 67 is made, as a later version of the payload may be.
    const sealed = new Sealer(new SecretKeys(SECRET), 'cursor').seal(Buffer.alloc(34), 'x').toString('base64url');
    const last = sealed.at(-1)!;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = sealed.slice(0, -1) + alphabet.charAt(alphabet.indexOf(last) + 1);
    expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(sealed, 'base64url'));
    expectInvalid(twin);
  });

  it('refuses any other text', () => {
    expectInvalid('');
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (text) => expectInvalid(text)));
  });

  it('lives for 24 hours', () => {
    const token = cursors.write(scope, position, 'next');
    clock.time = new Date(clock.time.getTime() + 24 * HOUR_MS);
    expect(cursors.read(scope, token).position).toEqual(position);
    clock.time = new Date(clock.time.getTime() + 1);
    expectInvalid(token);
  });

  it('allows for a clock that is up to a minute ahead', () => {
    const token = cursors.write(scope, position, 'next');
    clock.time = new Date(clock.time.getTime() - 60_000);
    expect(cursors.read(scope, token).position).toEqual(position);
    clock.time = new Date(clock.time.getTime() - 1);
    expectInvalid(token);
  });

  it('reads cursors of the previous secret while the secret is replaced', () => {
    const token = cursors.write(scope, position, 'previous');
    const after = new Cursors(new SecretKeys('the new secret, of more than thirty-two characters', SECRET), clock);
    expect(after.read(scope, token)).toEqual({ position, direction: 'previous' });
  });
});
