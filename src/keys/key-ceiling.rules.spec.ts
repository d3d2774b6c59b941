import type { Scope } from '../api/auth/caller';
import { type Ceiling, excessOf, type KeyRights, missingScopes } from './key-ceiling.rules';
import { NO_END } from './key.rules';
import { hasFewerRights, rightsAfterChange, rightsOfNew, type RequestedRights } from './requested-rights.rules';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const DAY = 24 * 3600;
const PLAN = { read: 100, write: 100, destructive: 100 };
const limitsWith = (read: number | null) => ({ read, write: null, destructive: null });

/** Returns all combinations of one entry from each list. */
const combined = <Parts extends object>(lists: { [Name in keyof Parts]: readonly Parts[Name][] }): Parts[] =>
  (Object.entries(lists) as [keyof Parts, Parts[keyof Parts][]][]).reduce<Parts[]>(
    (found, [name, values]) => found.flatMap((rest) => values.map((value) => ({ ...rest, [name]: value }))),
    [{} as Parts],
  );

const SCOPES: readonly Scope[][] = [['keys:manage'], ['keys:manage', 'forms:read'], ['forms:read', 'submissions:read', 'keys:manage']];
const FORMS = [null, [], ['a'], ['a', 'b']];
const READS = [null, 50, 100, 200];

const GRANTORS: Ceiling[] = combined<{ scopes: Scope[]; formIds: string[] | null; read: number | null; life: number | null }>({
  scopes: SCOPES,
  formIds: FORMS,
  read: READS,
  life: [DAY, 400 * DAY, Infinity, null],
}).map(({ read, life, ...rest }) => ({
  ...rest,
  writesEnabled: true,
  limits: limitsWith(read),
  expiresAt: life === Infinity ? NO_END : inSeconds(life ?? 60), // the session of a console link ends soon
  isConsole: life === null,
  plan: PLAN,
}));

const REQUESTS: RequestedRights[] = combined<{
  scopes: Scope[];
  forms: Pick<RequestedRights, 'formAccessMode' | 'formIds'>;
  read: number | null | undefined;
  expiresIn: number | null | undefined;
  writesEnabled: boolean | undefined;
}>({
  scopes: SCOPES,
  forms: [
    {},
    { formAccessMode: 'all' },
    { formAccessMode: 'selected', formIds: ['a'] },
    { formAccessMode: 'selected', formIds: ['b', 'a', 'b'] },
    { formAccessMode: 'selected', formIds: ['a', 'c'] },
    { formAccessMode: 'selected' },
    { formIds: ['a'] },
  ],
  read: [undefined, null, 50, 100, 200],
  expiresIn: [undefined, null, 3600, 30 * DAY],
  writesEnabled: [undefined, false],
}).map(({ forms, read, ...rest }) => ({ ...rest, ...forms, limits: read === undefined ? undefined : { read } }));

/** Tries every action, and returns true when the first rights allow one that the second do not. */
function couldDoMore(key: KeyRights, than: KeyRights): boolean {
  const sees = ({ formIds }: KeyRights, form: string): boolean => formIds === null || formIds.includes(form);
  const reads = ({ limits }: KeyRights): number => limits.read ?? PLAN.read;
  return (
    key.scopes.some((scope) => !than.scopes.includes(scope)) ||
    ['a', 'b', 'c', 'a form of tomorrow'].some((form) => sees(key, form) && !sees(than, form)) ||
    (key.writesEnabled && !than.writesEnabled) ||
    reads(key) > reads(than) ||
    key.expiresAt > than.expiresAt
  );
}

const grantorAsKey = (grantor: Ceiling): KeyRights => (grantor.isConsole ? { ...grantor, expiresAt: NO_END } : grantor);

/** The requested rights, with the least value for every right that the request does not name. */
function askedFor(grantor: Ceiling, { scopes = [], formAccessMode, formIds, limits, expiresIn = 0 }: RequestedRights): KeyRights {
  const mode = formAccessMode ?? (grantor.formIds === null ? 'all' : 'selected');
  const asked = mode === 'all' ? null : (formIds ?? []);
  const expiresAt = expiresIn === null ? NO_END : inSeconds(expiresIn);
  return { scopes, formIds: asked, writesEnabled: false, limits: limitsWith(limits?.read ?? 0), expiresAt };
}

const isContradictory = (grantor: Ceiling, { formAccessMode, formIds }: RequestedRights): boolean =>
  (formAccessMode ?? (grantor.formIds === null ? 'all' : 'selected')) === 'all' ? formIds !== undefined : formIds === undefined;

describe('a new key', () => {
  it('may do nothing that the one that asks may not, for every combination of both', () => {
    for (const grantor of GRANTORS) {
      for (const request of REQUESTS) {
        const { rights, errors } = rightsOfNew(grantor, request, NOW);
        const isMade = errors.length === 0 && missingScopes(grantor, request.scopes ?? []).length === 0;
        if (isMade && couldDoMore(rights, grantorAsKey(grantor))) throw new Error(JSON.stringify({ grantor, request, rights }));
      }
    }
  });

  it('is made exactly when what it names is within the rights of the one that asks', () => {
    let made = 0;
    for (const grantor of GRANTORS) {
      for (const request of REQUESTS) {
        const { errors } = rightsOfNew(grantor, request, NOW);
        const isMade = errors.length === 0 && missingScopes(grantor, request.scopes ?? []).length === 0;
        const isWithin = !isContradictory(grantor, request) && !couldDoMore(askedFor(grantor, request), grantorAsKey(grantor));
        if (isMade !== isWithin) throw new Error(JSON.stringify({ grantor, request, errors, isWithin }));
        if (isMade) made += 1;
      }
    }
    expect(made).toBeGreaterThan(5_000);
  });

  it('lasts a year at most, and by default no longer than the key that asks', () => {
    const [short, long] = [GRANTORS.find(({ expiresAt }) => expiresAt <= inSeconds(DAY))!, GRANTORS.find(({ isConsole }) => isConsole)!];
    expect(rightsOfNew(short, { scopes: [] }, NOW).rights.expiresAt).toEqual(short.expiresAt);
    expect(rightsOfNew(long, { scopes: [] }, NOW).rights.expiresAt).toEqual(inSeconds(365 * DAY));
  });

  it('has the lower limit of the plan and of the one that asks where it names none, also when the plan rises', () => {
    const limitOf = (read: number | null) => {
      const grantor = GRANTORS.find(({ limits }) => limits.read === read)!;
      return rightsOfNew(grantor, { limits: { read: null } }, NOW).rights.limits.read;
    };
    expect(READS.map(limitOf)).toEqual([null, 50, 100, 100]);
  });
});

describe('a key that exists', () => {
  const KEYS: KeyRights[] = combined<{
    scopes: Scope[];
    formIds: string[] | null;
    read: number | null;
    life: number;
    writesEnabled: boolean;
  }>({
    scopes: SCOPES,
    formIds: FORMS,
    read: READS,
    life: [DAY, 300 * DAY],
    writesEnabled: [true, false],
  }).map(({ read, life, ...rest }) => ({ ...rest, limits: limitsWith(read), expiresAt: inSeconds(life) }));

  it('is touched exactly by those that may do as much', () => {
    for (const grantor of GRANTORS) {
      for (const key of KEYS) {
        const isTouched = excessOf(grantor, key).length === 0;
        if (isTouched === couldDoMore(key, grantorAsKey(grantor))) throw new Error(JSON.stringify({ grantor, key }));
      }
    }
  });

  const CHANGES: RequestedRights[] = [
    ...REQUESTS,
    ...REQUESTS.slice(0, 210).map((request) => ({ ...request, scopes: undefined, writesEnabled: true })),
  ];
  const grantor: Ceiling = { ...KEYS[0]!, scopes: SCOPES[2]!, formIds: null, limits: limitsWith(200), isConsole: true, plan: PLAN };

  it('may do nothing more after a change, and nothing is refused that takes away', () => {
    let changed = 0;
    for (const key of KEYS) {
      for (const request of CHANGES) {
        const { rights, errors } = rightsAfterChange(key, grantor, request, NOW);
        if (errors.length === 0 && couldDoMore(rights, key)) throw new Error(JSON.stringify({ key, request, rights }));
        if (errors.length === 0 && hasFewerRights(key, rights)) changed += 1;
        const mode = request.formAccessMode ?? (key.formIds === null ? 'all' : 'selected');
        const isForms = mode === 'all' ? request.formIds === undefined : request.formIds !== undefined || key.formIds !== null;
        if (errors.length > 0 && isForms && !couldDoMore(rights, key)) throw new Error(JSON.stringify({ key, request, errors }));
      }
    }
    expect(changed).toBeGreaterThan(5_000);
  });

  it('is what it was when the change asks for what it has', () => {
    for (const key of KEYS) {
      const { rights, errors } = rightsAfterChange(
        key,
        grantor,
        { scopes: key.scopes, writesEnabled: key.writesEnabled, limits: key.limits },
        NOW,
      );
      expect([errors, hasFewerRights(key, rights)]).toEqual([[], false]);
    }
  });
});
