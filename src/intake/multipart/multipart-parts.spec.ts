import fc from 'fast-check';
import { PartCounter, RecentBytes } from './multipart-parts';

const CAPACITY = 1000;
const partOf = (text: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from('name="a"\r\n\r\n'), Buffer.from(text), Buffer.from('\r\n--boundary\r\n')]);
const NOT_UTF8 = Buffer.from([0xff]);

function recentWith(...chunks: Buffer[]): RecentBytes {
  const recent = new RecentBytes('boundary', CAPACITY);
  recent.push(Buffer.from('--boundary\r\n'));
  for (const chunk of chunks) recent.push(chunk);
  return recent;
}

describe('the recent bytes of a body', () => {
  it('tell a character that was sent from one that replaces other bytes', () => {
    expect(recentWith(partOf('a\ufffdb')).takePart('a\ufffdb')).toBe(true);
    expect(recentWith(partOf(NOT_UTF8)).takePart('\ufffd')).toBe(false);
    expect(recentWith(partOf(Buffer.from('ab\ufffd'))).takePart('b\ufffd')).toBe(false);
  });

  it('find a text that is cut by chunks, within a character too', () => {
    const bytes = partOf('x'.repeat(CAPACITY - 3) + '\ufffd');
    const chunks = [...bytes].map((byte) => Buffer.from([byte]));
    expect(recentWith(...chunks).takePart('x'.repeat(CAPACITY - 3) + '\ufffd')).toBe(true);
  });

  it('count each part once, so that one that is valid does not stand for one that is not', () => {
    for (const parts of [
      ['\ufffd', NOT_UTF8],
      [NOT_UTF8, '\ufffd'],
    ]) {
      const recent = recentWith(...parts.map(partOf));
      expect([recent.takePart('\ufffd'), recent.takePart('\ufffd')]).toEqual([true, false]);
    }
  });

  it('are few, however long the body is', () => {
    const recent = recentWith(partOf('\ufffd'));
    for (let sent = 0; sent < 1024; sent += 1) recent.push(Buffer.alloc(1024));
    expect(recent.takePart('\ufffd')).toBe(false);
  });
});

describe('the number of parts of a body', () => {
  const PIECES = ['\r', '\n', '-', '--', '\r\n', '--b', '\r\n--b', '\r\n--b\r\n', 'x', 'b'];
  const counted = (chunks: string[]): number => {
    const parts = new PartCounter('b');
    for (const chunk of chunks) parts.push(Buffer.from(chunk));
    return parts.count;
  };

  it('is the same however the body is cut into chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES)), (pieces) => {
        const body = pieces.join('');
        const whole = counted([body]);
        expect(counted([...body])).toBe(whole);
        expect(counted(pieces)).toBe(whole);
      }),
    );
  });

  it.each<[string, number]>([
    ['--b\r\n\r\nx\r\n--b\r\n\r\ny\r\n--b--\r\n', 2],
    ['before\r\n--b\r\n\r\nx\r\n--b--\r\n--b\r\nbehind', 1],
    ['--b\r\n\r\nno --b\r\nor --bb\r\n--bb\r\n\r\n--b--', 1],
    ['--b--', 0],
    ['', 0],
  ])('is that of the delimiters up to the end: %j', (body, count) => {
    expect(counted([body])).toBe(count);
  });
});
