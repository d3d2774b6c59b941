/** How secrets may be called, so that templates can name them. */
export const isSecretName = (text: string): boolean => /^[A-Z][A-Z0-9_]{0,63}$/.test(text);

/** Of the value, in UTF-8. */
export const MAX_SECRET_BYTES = 8 * 1024;
