import { InvalidArgumentError } from 'commander';
import { SCOPES } from '../api/auth/caller';
import { newId } from '../platform/ids.rules';
import { formId, formIdList, lifetime, nameText, overlap, perMinute, pointCount, scopeList } from './options';

describe('a name', () => {
  it('loses the space around it', () => {
    expect(nameText('  Shop of Zoë ')).toBe('Shop of Zoë');
  });

  it('may have 255 characters, however many bytes they take', () => {
    expect(nameText('🦊'.repeat(255))).toHaveLength(510);
  });

  it.each(['', '   ', 'x'.repeat(256), 'two\nlines', 'bell\u0007', 'escape\u001b[2J'])('is not %j', (text) => {
    expect(() => nameText(text)).toThrow(InvalidArgumentError);
  });
});

describe('a limit', () => {
  it.each([
    ['1', 1],
    ['1000000', 1_000_000],
  ])('may be %s', (text, limit) => {
    expect(perMinute(text)).toBe(limit);
  });

  it.each(['0', '-1', '1.5', '1000001', '10k', ''])('is not %j', (text) => {
    expect(() => perMinute(text)).toThrow(InvalidArgumentError);
  });
});

describe('points', () => {
  it.each([
    ['1', 1],
    ['1000000000', 1_000_000_000],
  ])('may be %s', (text, points) => {
    expect(pointCount(text)).toBe(points);
  });

  it.each(['0', '-5', '2.5', '1000000001', '1e3', '', 'all'])('are not %j', (text) => {
    expect(() => pointCount(text)).toThrow('from 1 to 1000000000');
  });
});

describe('scopes', () => {
  it('are all of them by one word', () => {
    expect(scopeList('all')).toEqual(SCOPES);
  });

  it('are each taken once', () => {
    expect(scopeList('forms:read, submissions:read,forms:read')).toEqual(['forms:read', 'submissions:read']);
  });

  it.each(['', 'forms:read,', 'forms:everything', 'all,forms:read', 'FORMS:READ'])('are refused as %j with the ones that exist', (text) => {
    expect(() => scopeList(text)).toThrow(SCOPES.join(', '));
  });
});

describe('ids of forms', () => {
  it('are each taken once', () => {
    const [one, two] = [newId(), newId()];
    expect(formIdList(`${one},${two}, ${one}`)).toEqual([one, two]);
  });

  it('are taken in capital letters, too', () => {
    const id = newId();
    expect([formId(id.toUpperCase()), formIdList(`${id.toUpperCase()},${id}`)]).toEqual([id, [id]]);
  });

  it.each(['', 'contact', `${newId()},`])('are refused as %j', (text) => {
    expect(() => formIdList(text)).toThrow(InvalidArgumentError);
  });
});

describe('durations', () => {
  it('bound the life of a key to ten years', () => {
    expect(lifetime('1s')).toBe(1);
    expect(lifetime('3650d')).toBe(315_360_000);
    expect(() => lifetime('0d')).toThrow('from 1s to 3650d');
    expect(() => lifetime('3651d')).toThrow(InvalidArgumentError);
    expect(() => lifetime('forever')).toThrow(InvalidArgumentError);
  });

  it('bound the overlap of a rotation to seven days, and let it be none', () => {
    expect(overlap('0s')).toBe(0);
    expect(overlap('7d')).toBe(604_800);
    expect(() => overlap('169h')).toThrow('from 0s to 7d');
  });
});
