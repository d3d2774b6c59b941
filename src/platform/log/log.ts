import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';
import { pino } from 'pino';
import { build as prettyStream } from 'pino-pretty';
import type { Config } from '../config/config';

/** JSON lines on standard output, or readable ones on a terminal. Nothing that looks like a key or token gets through. */
export function createLog({ logLevel, logPretty }: Pick<Config, 'logLevel' | 'logPretty'>): Logger {
  const options = {
    level: logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: loggableError },
    redact: { paths: SECRET_MEMBERS, censor: '[secret]' },
    hooks: { streamWrite: withoutSecrets },
  };
  return logPretty ? pino(options, prettyStream({ sync: true, singleLine: true })) : pino(options, batched());
}

/** Lines that come while others are being written are written together by the next write, and what is left at the exit. */
const batched = () => pino.destination({ sync: false });

/** The framework's log lines through the same log. */
export class FrameworkLog implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log = (message: unknown, ...rest: unknown[]): void => this.write('debug', message, rest);
  debug = (message: unknown, ...rest: unknown[]): void => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]): void => this.write('trace', message, rest);
  warn = (message: unknown, ...rest: unknown[]): void => this.write('warn', message, rest);
  error = (message: unknown, ...rest: unknown[]): void => this.write('error', message, rest);
  fatal = (message: unknown, ...rest: unknown[]): void => this.write('fatal', message, rest);

  /** The framework hands over what to say, and the name of who says it last. */
  private write(level: 'trace' | 'debug' | 'warn' | 'error' | 'fatal', message: unknown, rest: unknown[]): void {
    const texts = rest.filter((each) => typeof each === 'string');
    const context = texts.pop();
    if (message instanceof Error) this.pino[level]({ err: message, context }, texts[0]);
    else if (typeof message === 'object') this.pino[level]({ ...message, context }, texts[0]);
    else this.pino[level]({ context }, [`${message as string}`, ...texts].join(' '));
  }
}

const SECRET_MEMBERS = ['authorization', 'submission_token', 'cursor', 'headers.authorization', 'body'];

/** Keys and tokens by their shape, wherever they may stand. */
const SECRETS = /f(?:ck|st)_[0-9A-Za-z]{8,}|whsec_[0-9A-Za-z+/=]{8,}/g;

const withoutSecrets = (line: string): string => line.replace(SECRETS, '[secret]');

/** Only what explains an error: the members that database drivers add hold the values of the statement. */
function loggableError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause, code } = error as Error & { code?: unknown };
  return { type: name, message, code, stack, ...(cause !== undefined && { cause: loggableError(cause) }) };
}
