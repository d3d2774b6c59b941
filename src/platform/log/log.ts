import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { build as prettyStream, type PrettyOptions } from 'pino-pretty';
import type { Config } from '../config/config';
import { databaseFailureOf } from '../database/database-errors.rules';

export interface LogRedaction {
  /** Members of logged objects, as paths of pino's `redact` option. */
  paths: string[];
  /** A global expression that finds secrets by their format anywhere in a finished line. Its first group stays readable. */
  pattern: RegExp;
}

/** Creates a log that writes JSON lines to standard output, or readable lines to a terminal. */
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

/** Writes lines that arrive during a write together, and the remaining ones when the process exits. */
const batched = () => pino.destination({ sync: false });

/** Passes lines of Nest and of the service's classes, which use Nest's `Logger`, to the same log. */
export class FrameworkLog implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log = (message: unknown, ...rest: unknown[]): void => this.write(CONTEXTS_OF_NEST.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
  debug = (message: unknown, ...rest: unknown[]): void => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]): void => this.write('trace', message, rest);
  warn = (message: unknown, ...rest: unknown[]): void => this.write('warn', message, rest);
  error = (message: unknown, ...rest: unknown[]): void => this.write('error', message, rest);
  fatal = (message: unknown, ...rest: unknown[]): void => this.write('fatal', message, rest);

  /** The last text among the further arguments is the context: the name of the class that logs. */
  private write(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', message: unknown, rest: unknown[]): void {
    const texts = rest.filter((each) => typeof each === 'string');
    const context = texts.pop();
    if (message instanceof Error) this.pino[level]({ err: message, context }, texts[0]);
    else if (typeof message === 'object') this.pino[level]({ ...message, context }, texts[0]);
    else this.pino[level]({ context }, [`${message as string}`, ...texts].join(' '));
  }
}

/** The contexts under which Nest logs the steps of its start, which mean nothing to operators. */
const CONTEXTS_OF_NEST: ReadonlySet<unknown> = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/**
 * The members that explain an error. Other members, which database drivers add, contain the parameters of the statement. An outage's errors
 * are logged without a stack: many requests fail at once, for a reason outside the code, and formatting the first stack would delay them.
 */
function loggableError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause, code } = error as Error & { code?: unknown };
  const stack = databaseFailureOf(error) === 'unavailable' ? undefined : error.stack;
  return { type: name, message, code, stack, ...(cause !== undefined && { cause: loggableError(cause) }) };
}

/** The options of pino-pretty for readable lines such as `12:30:05 GET /v1/things 200 12 ms`. */
export const TERMINAL_FORMAT: PrettyOptions = {
  singleLine: true,
  messageFormat: (line) => textOf(line as unknown as LogLine),
  // Members that the message contains, or that are useful only for a search in many lines.
  ignore: 'time,level,context,request_id,client_request_id,method,route,status,ms,key_id',
};

/** The members that the readable format uses; those from `request_id` on belong to requests. */
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

/** Lines of unsuccessful requests show the request id, which the client has as well. */
const isSuccess = ({ status }: LogLine): boolean => Number(status) < 400;

const timeOfDay = (time: string): string => new Date(time).toTimeString().slice(0, 8);

// eslint-disable-next-line no-control-regex -- control characters could change what the terminal shows
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/g;
