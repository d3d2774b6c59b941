import type { Path } from '../definition/definition.types.js';
import type { Resolved, VariableUse } from '../definition/variables.js';
import { type Finding, keyOf } from './finding.js';

/** The findings for variables: those that are not set, and those where none are filled in. */
export function variableFindings({ unset, misplaced }: Pick<Resolved, 'unset' | 'misplaced'>): Finding[] {
  const names = new Map<string, { path: Path; names: Set<string> }>();
  for (const { name, path } of unset) {
    const known = names.get(keyOf(path));
    if (known) known.names.add(name);
    else names.set(keyOf(path), { path, names: new Set([name]) });
  }
  return [
    ...misplaced.map((path) => ({ path, message: MISPLACED })),
    ...[...names.values()].map((each) => ({
      path: each.path,
      message: `needs ${listed(each.names)}, which the environment does not have`,
    })),
  ];
}

/** For the places of variables, the words that name them. */
export const namesByPlace = (uses: readonly VariableUse[]): ReadonlyMap<string, string> =>
  new Map(uses.map(({ path, text }) => [keyOf(path), ` (${listed(new Set(text.match(/FORM_VAR_\w+/g)))})`]));

const listed = (names: ReadonlySet<string>): string => [...names].join(' and ');

const MISPLACED =
  'must not have a variable, which is filled in only in origins, in recipients of notifications, and in addresses and headers of destinations';
