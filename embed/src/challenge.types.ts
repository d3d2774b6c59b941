/** A challenge of the ALTCHA protocol as the service makes it, as far as a page looks at it. */
export interface Challenge {
  parameters: {
    nonce: string;
    salt: string;
    /** Iterations of PBKDF2. */
    cost: number;
    /** In bytes. */
    keyLength: number;
    /** In hexadecimal digits, with which the derived key has to begin. */
    keyPrefix: string;
    /** `solve` is false where only the time is looked at. */
    data: { solve: boolean };
  };
}

export interface Solution {
  counter: number;
  derivedKey: string;
}

/** Null where the browser cannot solve it: outside of secure contexts it has no `crypto.subtle`. */
export type Solve = (challenge: Challenge) => Promise<Solution | null>;

/** The member of `window` that holds the solver once its script is loaded. */
export const SOLVER = Symbol.for('form-solver');

/** The text of `_altcha`. `first` is the challenge that the page fetched when it was opened, by which the service measures time. */
export const answerText = (answer: { challenge: Challenge; solution: Solution | null; first?: Challenge }): string =>
  btoa(JSON.stringify(answer));

/** Challenges are valid for ten minutes; the solution has to arrive. */
export const FRESH_MS = 9 * 60_000;
