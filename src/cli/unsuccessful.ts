/** Ends a command with exit code 1 after it has printed a result that says why. */
export class Unsuccessful extends Error {}
