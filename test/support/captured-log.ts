import type { Logger } from 'pino';
import { symbols } from 'pino';
import { SECRET_REDACTION } from '../../src/api/auth/secret-format.rules';
import { createLog } from '../../src/platform/log/log';

export interface CapturedLog {
  log: Logger;
  /** The log lines. */
  lines: string[];
}

/** The log of the service at its most verbose level, captured instead of printed. */
export function captureLog(): CapturedLog {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'trace', logPretty: false }, SECRET_REDACTION);
  // eslint-disable-next-line others/no-patches -- pino names the symbol for this
  Object.assign(log, { [symbols.streamSym]: { write: (line: string) => lines.push(line) } });
  return { log, lines };
}
