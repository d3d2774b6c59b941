/** What a socket's error says about the attempt to connect. What is not the network's own doing comes from TLS: certificates, versions, alerts. */
export function connectErrorCode(
  code: string | undefined,
): 'timeout' | 'connection_refused' | 'connection_reset' | 'tls_error' {
  switch (code) {
    case 'ETIMEDOUT':
    case 'ERR_SOCKET_CONNECTION_TIMEOUT':
      return 'timeout';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'connection_reset';
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
    case 'EACCES':
    case 'EPERM':
    case 'EINVAL':
      return 'connection_refused';
    default:
      return 'tls_error';
  }
}

/** What it says when something had been sent before: reset, timed out, or closed or answered with what is no answer. */
export function lossErrorCode(code: string | undefined): 'timeout' | 'connection_reset' | 'no_response' {
  if (code === 'ETIMEDOUT') return 'timeout';
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'connection_reset' : 'no_response';
}
