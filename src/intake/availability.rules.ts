import type { IntakeSettings } from '../forms/form-settings.types';

/** What is left of the limits of a form. */
export interface Availability {
  /** Why it accepts nothing at the moment; null when it does. */
  closed: 'before' | 'after' | 'full' | null;
  opensAt: Date | null;
  closesAt: Date | null;
  /** Null without a limit. */
  submissionsLeft: number | null;
  /** The places that are left, by field and option with a number of places. */
  placesLeft: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface Taken {
  now: Date;
  submissions: number;
  options: readonly { field: string; option: string; taken: number }[];
}

/** True for a form of which nothing can be taken and which is always open. */
export const isUnlimited = ({ maxSubmissions, places, opensAt, closesAt }: IntakeSettings): boolean =>
  maxSubmissions === null && opensAt === null && closesAt === null && Object.keys(places).length === 0;

export function availabilityOf(
  { maxSubmissions, places, opensAt, closesAt }: IntakeSettings,
  { now, submissions, options }: Taken,
): Availability {
  const takenOf = (field: string, option: string): number =>
    options.find((count) => count.field === field && count.option === option)?.taken ?? 0;
  const submissionsLeft = maxSubmissions === null ? null : Math.max(0, maxSubmissions - submissions);
  const placesLeft = mapObject(places, (numbers, field) =>
    mapObject(numbers, (number, option) => Math.max(0, number - takenOf(field, option))),
  );
  const closed = opensAt && now < opensAt ? 'before' : closesAt && now >= closesAt ? 'after' : submissionsLeft === 0 ? 'full' : null;
  return { closed, opensAt, closesAt, submissionsLeft, placesLeft };
}

const mapObject = <From, To>(members: Readonly<Record<string, From>>, map: (value: From, name: string) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value, name)]));
