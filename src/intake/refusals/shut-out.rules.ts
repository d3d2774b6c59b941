import { compileOrigins } from '../../forms/origin.rules';

/** The name under which submissions without the header `Origin` are counted, such as those of apps. */
export const WITHOUT_ORIGIN = '';

/** An origin from which a form accepted submissions, and which a change of its allowed origins refuses. */
export interface ShutOut {
  /** Null for submissions without an origin, which no list of origins allows. */
  origin: string | null;
  count: number;
  lastSeenAt: Date;
}

/** Lists the origins that the list before allows and the list after does not, those that sent most first. */
export function shutOutBy(
  accepted: readonly { name: string; count: number; lastSeenAt: Date }[],
  before: readonly string[],
  after: readonly string[],
): ShutOut[] {
  const [old, next] = [compileOrigins(before), compileOrigins(after)];
  return accepted
    .map(({ name, count, lastSeenAt }) => ({ origin: name === WITHOUT_ORIGIN ? null : name, count, lastSeenAt }))
    .filter(({ origin }) => old.allows(origin ?? undefined) && !next.allows(origin ?? undefined));
}

/** The warning of a change, as a sentence that names whom it shuts out; none if it shuts out nobody. */
export function shutOutWarnings(shutOut: readonly ShutOut[]): string[] {
  const origins = shutOut.flatMap(({ origin, count }) => (origin === null ? [] : [{ origin, count }]));
  const without = shutOut.find(({ origin }) => origin === null);
  const names = origins.slice(0, MAX_NAMED).map(({ origin, count }) => `${origin} (${count})`);
  if (origins.length > MAX_NAMED) names.push(`${origins.length - MAX_NAMED} more`);
  const sent = origins.reduce((sum, { count }) => sum + count, 0);
  const listed = new Intl.ListFormat('en-GB').format(names);
  return [
    ...(origins.length > 0
      ? [`allowed_origins refuses origins that sent ${sent} submissions in the last 30 days: ${listed}. Add those that are yours.`]
      : []),
    ...(without
      ? [
          `allowed_origins refuses submissions without an origin, of which ${without.count} came in the last 30 days, such as from apps and programs. Let these send the submission token.`,
        ]
      : []),
  ];
}

const MAX_NAMED = 10;
