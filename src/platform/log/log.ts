import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { build as prettyStream, type PrettyOptions } from 'pino-pretty';
import type { Config } from '../config/config';
import { databaseFailureOf } from '../database/database-errors.rules';

/** Secrets that are replaced by `[secret]` in every line. */
export interface LogRedaction {
  /** Members of logged objects, as paths of pino's `redact` option. */
  paths: string[];
  /** Matches secrets by their format in the finished line, wherever they occur. Global; what its first group matches is kept. */
  pattern: RegExp;
}

/** A log that writes JSON lines to standard output, or readable lines on a terminal. */
export function createLog({ logLevel, logPretty }: Pick<Config, 'logLevel' | 'logPretty'>, { paths, pattern }: LogRedaction): Logger {
  const options = {
    level: logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: loggableError },
    redact: { paths, censor: CENSOR },
    hooks: { streamWrite: (line: string) => line.replace(pattern, `$1${CENSOR}`) },
  };
  return logPretty ? pino(options, prettyStream({ ...TERMINAL_FORMAT, sync: true })) : pino(options, batched());
}

const CENSOR = '[secret]';

/** Writes the lines that arrive during a write together, and the remaining ones when the process exits. */
const batched = () => pino.destination({ sync: false });

/** Passes what the framework and classes of the service log by Nest's `Logger` on to the same log. */
export class FrameworkLog implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log = (message: unknown, ...rest: unknown[]): void => this.write(CONTEXTS_OF_NEST.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
  debug = (message: unknown, ...rest: unknown[]): void => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]): void => this.write('trace', message, rest);
  warn = (message: unknown, ...rest: unknown[]): void => this.write('warn', message, rest);
  error = (message: unknown, ...rest: unknown[]): void => this.write('error', message, rest);
  fatal = (message: unknown, ...rest: unknown[]): void => this.write('fatal', message, rest);

  /** The last text among the further arguments is the context, the name of the class that logs. */
  private write(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', message: unknown, rest: unknown[]): void {
    const texts = rest.filter((each) => typeof each === 'string');
    const context = texts.pop();
    if (message instanceof Error) this.pino[level]({ err: message, context }, texts[0]);
    else if (typeof message === 'object') this.pino[level]({ ...message, context }, texts[0]);
    else this.pino[level]({ context }, [`${message as string}`, ...texts].join(' '));
  }
}

/** Nest logs the steps of its start under these names, which mean nothing to operators. */
const CONTEXTS_OF_NEST: ReadonlySet<unknown> = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/**
 * The members that explain an error. Other members, which database drivers add, contain the parameters of the statement. An error of an
 * outage has no stack: many requests fail at once then, none because of its place in the code, and reading the first stack takes so long
 * that refusals would be late.
 */
function loggableError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause, code } = error as Error & { code?: unknown };
  const stack = databaseFailureOf(error) === 'unavailable' ? undefined : error.stack;
  return { type: name, message, code, stack, ...(cause !== undefined && { cause: loggableError(cause) }) };
}

/** Options of pino-pretty for lines that people read, such as `12:30:05 GET /v1/things 200 12 ms`. */
export const TERMINAL_FORMAT: PrettyOptions = {
  singleLine: true,
  messageFormat: (line) => textOf(line as unknown as LogLine),
  // Members that the message contains, or that only a search in many lines needs.
  ignore: 'time,level,context,request_id,client_request_id,method,route,status,ms,key_id',
};

/** The members that lines have in common. The last ones are those of a request. */
interface LogLine {
  time: string;
  level: string;
  msg?: string;
  context?: string;
  request_id?: string;
  method?: string;
  route?: string;
  status?: number | string;
  ms?: number;
}

function textOf(line: LogLine): string {
  const { time, level, msg = '', context, request_id: id } = line;
  const text = line.method === undefined ? msg : `${line.method} ${line.route} ${line.status} ${Math.round(line.ms!)} ms`;
  const parts = [timeOfDay(time), level !== 'info' && level.toUpperCase(), context ? `${context}: ${text}` : text, !isSuccess(line) && id];
  return parts.filter(Boolean).join(' ').replace(CONTROL_CHARACTERS, ' ');
}

/** The lines of other requests show the request id, which the answer to the client has as well. */
const isSuccess = ({ status }: LogLine): boolean => Number(status) < 400;

const timeOfDay = (time: string): string => new Date(time).toTimeString().slice(0, 8);

// eslint-disable-next-line no-control-regex -- they could change what the terminal shows
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/g;
