import { closedBy } from '../forms/availability.rules';
import type { IntakeSettingsView } from '../forms/settings/intake-settings.dto';

/** The remaining limits of a form. */
export interface Availability {
  /** The reason why the form accepts nothing now; null when it accepts submissions. */
  closed: 'before' | 'after' | 'full' | null;
  opensAt: Date | null;
  closesAt: Date | null;
  /** Null for no limit. */
  submissionsLeft: number | null;
  /** The remaining places by field and option. Options without a number of places are absent. */
  placesLeft: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface Taken {
  now: Date;
  submissions: number;
  options: readonly { field: string; option: string; taken: number }[];
}

export const isUnlimited = ({ max_submissions, places, opens_at, closes_at }: IntakeSettingsView): boolean =>
  max_submissions === null && opens_at === null && closes_at === null && Object.keys(places).length === 0;

export function availabilityOf(intake: IntakeSettingsView, { now, submissions, options }: Taken): Availability {
  const { max_submissions, places, opens_at, closes_at } = intake;
  const takenOf = (field: string, option: string): number =>
    options.find((count) => count.field === field && count.option === option)?.taken ?? 0;
  const opensAt = opens_at === null ? null : new Date(opens_at);
  const closesAt = closes_at === null ? null : new Date(closes_at);
  const submissionsLeft = max_submissions === null ? null : Math.max(0, max_submissions - submissions);
  const placesLeft = mapObject(places, (numbers, field) =>
    mapObject(numbers, (number, option) => Math.max(0, number - takenOf(field, option))),
  );
  return { closed: closedBy(intake, now, submissions), opensAt, closesAt, submissionsLeft, placesLeft };
}

const mapObject = <From, To>(members: Readonly<Record<string, From>>, map: (value: From, name: string) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value, name)]));
