/** A run, and the points to reserve for it. */
export interface ReservationRequest {
  runId: string;
  points: number;
}

/** What the execution of a step has cost. */
export interface Consumption {
  runId: string;
  stepId: string;
  points: number;
}

/** Points that can be reserved; null for any number. */
export type Balance = number | null;

/** The most points that can be granted to an account. The column holds more, so that what runs give back always fits. */
export const MAX_BALANCE = 1_000_000_000;

/**
 * The runs that get their points, strictly in order: the first that does not fit keeps back all behind it, since a dear run would
 * otherwise wait for ever while cheap ones pass it. A run that costs nothing takes nothing from anybody and always fits.
 */
export function affordable(balance: Balance, requests: readonly ReservationRequest[]): ReservationRequest[] {
  let wanted = 0;
  return requests.filter(({ points }) => {
    wanted += points;
    return points === 0 || wanted <= (balance ?? Infinity);
  });
}
