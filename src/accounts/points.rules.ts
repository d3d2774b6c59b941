export interface ReservationRequest {
  runId: string;
  points: number;
}

export interface Consumption {
  runId: string;
  stepId: string;
  points: number;
}

/** Compute points that can still be reserved; null means unlimited. */
export type Balance = number | null;

/** The points of a limited account in the current month. `granted` is the sum of the other three. */
export interface PointUsage {
  granted: number;
  /** Points that open runs hold and have not consumed. */
  reserved: number;
  consumed: number;
  /** The points that further runs can reserve, this month's allowance included. */
  available: number;
}

/** The highest balance that a grant may lead to. The column can hold more, so that released points always fit. */
export const MAX_BALANCE = 1_000_000_000;

/** Returns the requests that can be granted. A request above the balance blocks all later costly ones, so that it does not starve. */
export function affordable(balance: Balance, requests: readonly ReservationRequest[]): ReservationRequest[] {
  let total = 0;
  return requests.filter(({ points }) => {
    total += points;
    return points === 0 || total <= (balance ?? Infinity);
  });
}
