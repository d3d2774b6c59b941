import { prettyFactory } from 'pino-pretty';
import { TERMINAL_FORMAT } from './log';

const format = prettyFactory({ ...TERMINAL_FORMAT, colorize: false });
const time = new Date(2026, 0, 2, 12, 30, 5).toISOString();
const show = (line: object): string => format({ time, level: 'info', ...line });

const request = { request_id: 'req_1', method: 'GET', route: '/v1/things', status: 200, ms: 12.3, key_id: 'key_1' };

describe('a line on a terminal', () => {
  it('shows a request by its method, route, status and duration', () => {
    expect(show(request)).toBe('12:30:05 GET /v1/things 200 12 ms\n');
  });

  it.each([422, 500, 'aborted'])('ends in the id of a request with the status %s', (status) => {
    expect(show({ ...request, status })).toBe(`12:30:05 GET /v1/things ${status} 12 ms req_1\n`);
  });

  it('shows any other message with its members', () => {
    expect(show({ msg: 'The worker is ready.' })).toBe('12:30:05 The worker is ready.\n');
    expect(show({ level: 'warn', context: 'Queue', msg: 'It failed.', task: 'sweep' })).toBe(
      '12:30:05 WARN Queue: It failed. {"task":"sweep"}\n',
    );
  });

  it('shows an error with its stack and the id of its request', () => {
    const err = { type: 'Error', message: 'No.', stack: 'Error: No.\n    at here' };
    const shown = show({ level: 'error', msg: 'A request failed.', request_id: 'req_1', err });
    expect(shown).toContain('12:30:05 ERROR A request failed. req_1');
    expect(shown).toContain('at here');
  });

  it('contains no control characters of a message', () => {
    expect(show({ msg: 'a\u001b[2Jb' })).toBe('12:30:05 a [2Jb\n');
  });
});
