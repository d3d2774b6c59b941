/** The points to reserve for a run. */
export interface ReservationRequest {
  runId: string;
  points: number;
}

/** The points that the execution of a step has cost. */
export interface Consumption {
  runId: string;
  stepId: string;
  points: number;
}

/** Points that can still be reserved; null when they are not limited. */
export type Balance = number | null;

/** The points of an account with a limit in the current month: `granted` is the sum of the other three. */
export interface PointUsage {
  granted: number;
  /** Held by open runs, beyond what they have consumed. */
  reserved: number;
  consumed: number;
  /** The points that further runs can reserve, this month's allowance included. */
  available: number;
}

/** The largest balance that grants may lead to. The column holds more, so that released points always fit. */
export const MAX_BALANCE = 1_000_000_000;

/**
 * The requests that can be granted, in first-come order: the first that exceeds the balance holds back all after it, so that an
 * expensive run is not starved by cheap ones. A run that costs nothing is always granted.
 */
export function affordable(balance: Balance, requests: readonly ReservationRequest[]): ReservationRequest[] {
  let total = 0;
  return requests.filter(({ points }) => {
    total += points;
    return points === 0 || total <= (balance ?? Infinity);
  });
}
