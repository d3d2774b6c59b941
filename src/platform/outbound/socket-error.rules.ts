/** The error code of a failed connection. Unknown errors count as TLS errors, since those of the network are known. */
export function connectErrorCode(code: string | undefined): 'timeout' | 'connection_refused' | 'connection_reset' | 'tls_error' {
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

/** The error code of a connection that was lost after bytes of a request had been sent. */
export function lossErrorCode(code: string | undefined): 'timeout' | 'connection_reset' | 'no_response' {
  if (code === 'ETIMEDOUT') return 'timeout';
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'connection_reset' : 'no_response';
}
