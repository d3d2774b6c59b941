/** Something that an operator asked for and cannot have; the message says why and what to do instead. */
export class OperatorError extends Error {}
