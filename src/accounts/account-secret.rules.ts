/** Names of secrets are upper case, so that they stand out in templates; the table has the same check. */
export const isSecretName = (text: string): boolean => /^[A-Z][A-Z0-9_]{0,63}$/.test(text);

/** The size limit of a secret's value, in bytes of UTF-8. */
export const MAX_SECRET_BYTES = 8 * 1024;
