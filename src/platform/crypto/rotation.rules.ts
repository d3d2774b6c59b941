/** A secret that is rotated may have this many earlier ones that are still valid. */
export const MAX_PREVIOUS_SECRETS = 5;

/** For how long the replaced secret is still valid. */
export const OVERLAP_SECONDS = { default: 24 * 60 * 60, maximum: 7 * 24 * 60 * 60 };
