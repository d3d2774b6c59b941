import { RecentBytes } from './multipart-receiver';

const CAPACITY = 1000;
const partOf = (text: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from('name="a"\r\n\r\n'), Buffer.from(text), Buffer.from('\r\n--boundary\r\n')]);
const NOT_UTF8 = Buffer.from([0xff]);

function recentWith(...chunks: Buffer[]): RecentBytes {
  const recent = new RecentBytes(CAPACITY);
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
