/** A challenge of the ALTCHA protocol by the service, with the members that a page reads. */
export interface Challenge {
  parameters: {
    nonce: string;
    salt: string;
    /** The number of iterations of PBKDF2. */
    cost: number;
    /** The length of the derived key in bytes. */
    keyLength: number;
    /** The hexadecimal digits with which the derived key has to begin. */
    keyPrefix: string;
    /** `solve` is false if the service only measures the time. */
    data: { solve: boolean };
  };
}

export interface Solution {
  counter: number;
  derivedKey: string;
}

/** Resolves with null if the browser cannot solve it: outside of secure contexts there is no `crypto.subtle`. */
export type Solve = (challenge: Challenge) => Promise<Solution | null>;

/** The member of `window` that holds the solver once its script is loaded. */
export const SOLVER = Symbol.for('form-solver');

/** The text of `_altcha`. `first` is the challenge that was fetched when the page was opened, from which the service measures the time. */
export const answerText = (answer: { challenge: Challenge; solution: Solution | null; first?: Challenge }): string =>
  btoa(JSON.stringify(answer));

/** Challenges expire after ten minutes, and the solution has to arrive before. */
export const FRESH_MS = 9 * 60_000;
