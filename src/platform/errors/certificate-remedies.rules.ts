/** Advice for a server whose certificate is refused; null for any other error. `setting` names the address of the server. */
export function certificateRemedyOf(error: unknown, setting: string): string | null {
  const text = textsOf(error).join(' ');
  return REMEDIES.find(([pattern]) => pattern.test(text))?.[1](setting) ?? null;
}

/** Some libraries keep the code of Node, some keep only its message, and some wrap the error. */
function textsOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 3) return [];
  const { code, originalCode } = error as { code?: unknown; originalCode?: unknown };
  return [String(code), String(originalCode), error.message, ...textsOf(error.cause, depth + 1)];
}

const REMEDIES: [RegExp, (setting: string) => string][] = [
  [/CERT_HAS_EXPIRED|certificate has expired/, (setting) => `Renew the certificate of the server that ${setting} names; it has expired.`],
  [
    /CERT_NOT_YET_VALID|certificate is not yet valid/,
    () => 'Set the clock of this machine, or wait: the certificate of the server is not valid yet.',
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate/,
    (setting) => `Set the host in ${setting} to a name in the certificate of the server, or add that host to the certificate.`,
  ],
  [
    /SELF_SIGNED|self[- ]signed certificate|UNABLE_TO_(GET_ISSUER|VERIFY)|unable to (get (local )?issuer|verify)|unable to get issuer/i,
    (setting) =>
      `Set NODE_EXTRA_CA_CERTS to the file of the authority that signed the certificate of the server that ${setting} names, since this machine does not know it.`,
  ],
  [
    /EPROTO|ERR_SSL|wrong version number|packet length too long|ssl3_get_record/i,
    (setting) =>
      `Set the scheme and the port in ${setting} to those of one service: a server without TLS has answered a connection with TLS.`,
  ],
];
