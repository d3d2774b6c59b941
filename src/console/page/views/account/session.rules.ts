import type { CapabilitiesView } from '../../../../../client/src/index.js';

type Scope = CapabilitiesView['scopes'][number];

/** What the scopes allow, in the order in which it is read. */
const ABILITIES: Record<string, [Scope, string][]> = {
  Forms: [
    ['forms:read', 'see'],
    ['forms:create', 'make'],
    ['forms:update', 'change'],
    ['forms:delete', 'delete'],
  ],
  Submissions: [
    ['submissions:read', 'read, export'],
    ['submissions:update', 'mark, release, import'],
    ['submissions:delete', 'delete, erase'],
  ],
  Workflows: [
    ['workflows:read', 'see'],
    ['workflows:write', 'change'],
    ['workflows:test', 'test'],
    ['workflows:publish', 'publish'],
  ],
};

/** What a session may do, in words. */
export const abilitiesOf = (scopes: readonly Scope[]): [string, string][] =>
  Object.entries(ABILITIES).map(([what, abilities]) => {
    const allowed = abilities.filter(([scope]) => scopes.includes(scope)).map(([, ability]) => ability);
    return [what, allowed.join(', ') || 'nothing'];
  });

/** The compute points of this month. */
export function pointsInWords(points: CapabilitiesView['compute_points']): string {
  if (points === null) return 'no limit';
  const { available, granted, consumed, reserved } = points;
  const count = (number: number) => number.toLocaleString('en-GB');
  return `${count(available)} of ${count(granted)} left this month (${count(consumed)} used, ${count(reserved)} held by open runs)`;
}
