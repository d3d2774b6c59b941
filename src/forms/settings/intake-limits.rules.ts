/** The submissions of one address to a form in a minute, as its settings may limit them. */
export const PER_ADDRESS = { type: 'integer', minimum: 1, maximum: 600 } as const;
