import type { Scope } from '../api/auth/caller';
import { type Ceiling, excessOf, isNarrower, judgeChange, judgeNew, type KeyRights, type KeyWish, missingScope } from './key-ceiling.rules';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const DAY = 24 * 3600;
const PLAN = { read: 100, write: 100, destructive: 100 };
const limitsWith = (read: number | null) => ({ read, write: null, destructive: null });

/** Every combination of one entry of each list. */
const combined = <Parts extends object>(lists: { [Name in keyof Parts]: readonly Parts[Name][] }): Parts[] =>
  (Object.entries(lists) as [keyof Parts, Parts[keyof Parts][]][]).reduce<Parts[]>(
    (found, [name, values]) => found.flatMap((rest) => values.map((value) => ({ ...rest, [name]: value }))),
    [{} as Parts],
  );

const SCOPES: readonly Scope[][] = [['keys:manage'], ['keys:manage', 'forms:read'], ['forms:read', 'submissions:read', 'keys:manage']];
const FORMS = [null, [], ['a'], ['a', 'b']];
const READS = [null, 50, 100, 200];

const HOLDERS: Ceiling[] = combined<{ scopes: Scope[]; formIds: string[] | null; read: number | null; life: number | null }>({
  scopes: SCOPES,
  formIds: FORMS,
  read: READS,
  life: [DAY, 400 * DAY, null],
}).map(({ read, life, ...rest }) => ({
  ...rest,
  writesEnabled: true,
  limits: limitsWith(read),
  expiresAt: inSeconds(life ?? 60), // that of the console has a session that ends soon
  isConsole: life === null,
  plan: PLAN,
}));

const WISHES: KeyWish[] = combined<{
  scopes: Scope[];
  forms: Pick<KeyWish, 'formAccessMode' | 'formIds'>;
  read: number | null | undefined;
  expiresIn: number | undefined;
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
  expiresIn: [undefined, 3600, 30 * DAY],
  writesEnabled: [undefined, false],
}).map(({ forms, read, ...rest }) => ({ ...rest, ...forms, limits: read === undefined ? undefined : { read } }));

/** Whether a key with the first rights could do what one with the others cannot, by trying what keys do. */
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

const holderAsKey = (holder: Ceiling): KeyRights => (holder.isConsole ? { ...holder, expiresAt: inSeconds(1000 * DAY) } : holder);

/** The members that a wish names, of the rights of a new key that may be all that it asks for. */
function askedFor(holder: Ceiling, { scopes = [], formAccessMode, formIds, limits, expiresIn = 0 }: KeyWish): KeyRights {
  const mode = formAccessMode ?? (holder.formIds === null ? 'all' : 'selected');
  const asked = mode === 'all' ? null : (formIds ?? []);
  return { scopes, formIds: asked, writesEnabled: false, limits: limitsWith(limits?.read ?? 0), expiresAt: inSeconds(expiresIn) };
}

const isContradictory = (holder: Ceiling, { formAccessMode, formIds }: KeyWish): boolean =>
  (formAccessMode ?? (holder.formIds === null ? 'all' : 'selected')) === 'all' ? formIds !== undefined : formIds === undefined;

describe('a new key', () => {
  it('may do nothing that the one that asks may not, for every combination of both', () => {
    for (const holder of HOLDERS) {
      for (const wish of WISHES) {
        const { rights, errors } = judgeNew(holder, wish, NOW);
        const isMade = errors.length === 0 && missingScope(holder, wish.scopes ?? []) === undefined;
        if (isMade && couldDoMore(rights, holderAsKey(holder))) throw new Error(JSON.stringify({ holder, wish, rights }));
      }
    }
  });

  it('is made exactly when what it names is within the rights of the one that asks', () => {
    let made = 0;
    for (const holder of HOLDERS) {
      for (const wish of WISHES) {
        const { errors } = judgeNew(holder, wish, NOW);
        const isMade = errors.length === 0 && missingScope(holder, wish.scopes ?? []) === undefined;
        const isWithin = !isContradictory(holder, wish) && !couldDoMore(askedFor(holder, wish), holderAsKey(holder));
        if (isMade !== isWithin) throw new Error(JSON.stringify({ holder, wish, errors, isWithin }));
        if (isMade) made += 1;
      }
    }
    expect(made).toBeGreaterThan(5_000);
  });

  it('lasts a year at most, and by default no longer than the key that asks', () => {
    const [short, long] = [HOLDERS.find(({ expiresAt }) => expiresAt <= inSeconds(DAY))!, HOLDERS.find(({ isConsole }) => isConsole)!];
    expect(judgeNew(short, { scopes: [] }, NOW).rights.expiresAt).toEqual(short.expiresAt);
    expect(judgeNew(long, { scopes: [] }, NOW).rights.expiresAt).toEqual(inSeconds(365 * DAY));
  });

  it('has the lower limit of the plan and of the one that asks where it names none, also when the plan rises', () => {
    const limitOf = (read: number | null) => {
      const holder = HOLDERS.find(({ limits }) => limits.read === read)!;
      return judgeNew(holder, { limits: { read: null } }, NOW).rights.limits.read;
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
    for (const holder of HOLDERS) {
      for (const key of KEYS) {
        const isTouched = excessOf(holder, key).length === 0 && missingScope(holder, key.scopes) === undefined;
        if (isTouched === couldDoMore(key, holderAsKey(holder))) throw new Error(JSON.stringify({ holder, key }));
      }
    }
  });

  const CHANGES: KeyWish[] = [...WISHES, ...WISHES.slice(0, 210).map((wish) => ({ ...wish, scopes: undefined, writesEnabled: true }))];
  const holder: Ceiling = { ...KEYS[0]!, scopes: SCOPES[2]!, formIds: null, limits: limitsWith(200), isConsole: true, plan: PLAN };

  it('may do nothing more after a change, and nothing is refused that takes away', () => {
    let changed = 0;
    for (const key of KEYS) {
      for (const wish of CHANGES) {
        const { rights, errors } = judgeChange(key, holder, wish, NOW);
        if (errors.length === 0 && couldDoMore(rights, key)) throw new Error(JSON.stringify({ key, wish, rights }));
        if (errors.length === 0 && isNarrower(key, rights)) changed += 1;
        const mode = wish.formAccessMode ?? (key.formIds === null ? 'all' : 'selected');
        const isForms = mode === 'all' ? wish.formIds === undefined : wish.formIds !== undefined || key.formIds !== null;
        if (errors.length > 0 && isForms && !couldDoMore(rights, key)) throw new Error(JSON.stringify({ key, wish, errors }));
      }
    }
    expect(changed).toBeGreaterThan(5_000);
  });

  it('is what it was when the change asks for what it has', () => {
    for (const key of KEYS) {
      const { rights, errors } = judgeChange(
        key,
        holder,
        { scopes: key.scopes, writesEnabled: key.writesEnabled, limits: key.limits },
        NOW,
      );
      expect([errors, isNarrower(key, rights)]).toEqual([[], false]);
    }
  });
});
