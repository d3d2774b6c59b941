import { POINT_VIOLATIONS } from '../../src/cli/verify/invariants.sql';

/** A violated invariant of compute points. */
export interface PointViolation {
  violation: string;
  /** The id of the account, run or step. */
  subject: string;
  found: object;
}

interface Queries {
  query<Row>(sql: string): Promise<Row[]>;
}

/** All violated invariants of compute points. A single statement, so that it sees a consistent snapshot of a running service. */
export const pointViolations = (database: Queries): Promise<PointViolation[]> => database.query(POINT_VIOLATIONS);
