import type { PrettyOptions } from 'pino-pretty';

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

/** For any other request, the client has an answer with the request id. */
const isSuccess = ({ status }: LogLine): boolean => Number(status) < 400;

/** In local time. */
const timeOfDay = (time: string): string => new Date(time).toTimeString().slice(0, 8);

// eslint-disable-next-line no-control-regex -- they could change what the terminal shows
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/g;
