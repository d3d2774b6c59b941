import type { Logger } from 'pino';
import { symbols } from 'pino';
import { SECRET_REDACTION } from '../../src/api/auth/secret-format.rules';
import { createLog } from '../../src/platform/log/log';

export interface CapturedLog {
  log: Logger;
  /** Each line as it would have been written. */
  lines: string[];
}

/** The log that the service makes for itself, at its most talkative, with what it writes kept here instead of printed. */
export function captureLog(): CapturedLog {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'trace', logPretty: false }, SECRET_REDACTION);
  Object.assign(log, { [symbols.streamSym]: { write: (line: string) => lines.push(line) } });
  return { log, lines };
}
