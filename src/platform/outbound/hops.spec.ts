import { SecretKeys } from '../crypto/secret-keys';
import { Hops, MAX_HOPS } from './hops';

const hopsOf = (secret: string, previous?: string) => new Hops(new SecretKeys(secret.repeat(40), previous?.repeat(40)));
const [own, other] = [hopsOf('a'), hopsOf('b')];

/** Sends from service to service, each of which keeps what it has received, until one refuses. */
function chainOf(services: readonly Hops[]): number {
  let entries: string | null = null;
  for (let sent = 0; sent < 100; sent += 1) {
    const received: ReturnType<Hops['read']> = services[(sent + 1) % services.length]!.read(
      services[sent % services.length]!.next(entries),
    );
    if (received.count >= MAX_HOPS) return sent + 1;
    entries = received.entries;
  }
  return Infinity;
}

describe('a chain of deliveries', () => {
  it('ends at the sixth', () => {
    expect(chainOf([own])).toBe(6);
  });

  it('ends at the sixth of its own where it goes through other services', () => {
    expect([chainOf([own, other]), chainOf([own, other, hopsOf('c')])]).toEqual([12, 18]);
  });

  it('goes on counting after the secret was replaced', () => {
    expect(hopsOf('n', 'a').read(own.next(own.next(null))).count).toBe(2);
    expect(hopsOf('n', 'a').read(hopsOf('n', 'a').next(own.next(own.next(null)))).count).toBe(3);
  });
});

describe('an entry', () => {
  const signed = own.next(own.next(own.next(null)));

  it.each([
    [undefined, 0],
    ['', 0],
    ['6', 0],
    ['6.', 0],
    [`6.${'A'.repeat(22)}`, 0],
    [signed.replace('3', '6'), 0],
    [other.next(null), 0],
    [signed, 3],
    [`  ${signed} , x`, 3],
    [[signed, own.next(null)], 3],
    [`${'y '.repeat(500)}${signed}`, 0],
  ])('%j counts %d', (header, count) => {
    expect(own.read(header).count).toBe(count);
  });

  it('is short, whatever was sent', () => {
    const many = Array.from({ length: 100 }, (_, n) => `1.${String(n).padStart(22, 'x')}`).join(' ');
    expect(own.read(many).entries!.length).toBeLessThanOrEqual(200);
    expect(own.next(own.read(many).entries).split(' ')).toHaveLength(8);
  });
});
