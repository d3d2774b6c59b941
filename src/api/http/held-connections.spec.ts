import type { Socket } from 'node:net';
import { HeldConnections } from './admission-queue';

let held: HeldConnections;
/** The events of the connections, in their order. */
let events: string[];
beforeEach(() => {
  held = new HeldConnections();
  events = [];
});

function connection(name: string, destroyed = false): Socket {
  const record = (event: string) => () => {
    events.push(`${event} ${name}`);
    return socket;
  };
  const socket = { destroyed, pause: record('pause'), resume: record('read') } as unknown as Socket;
  return socket;
}

it('stops reading a connection in the next turn, when its answer has been sent', () => {
  held.add(connection('a'));
  expect(events).toEqual([]);
  held.advance(0, 0);
  expect(events).toEqual(['pause a']);
  expect(held.isEmpty).toBe(false);
});

it('reads as many again as there is room for, in their order', () => {
  for (const name of ['a', 'b', 'c']) held.add(connection(name));
  held.advance(0, -1);
  events = [];
  held.advance(0, 2);
  expect(events).toEqual(['read a', 'read b']);
  held.advance(0, 2);
  expect(events).toEqual(['read a', 'read b', 'read c']);
  expect(held.isEmpty).toBe(true);
});

it('gives no room to connections whose clients have gone', () => {
  held.add(connection('gone', true));
  held.add(connection('b'));
  held.advance(0, 1);
  expect(events).toContain('read b');
});

it('reads a few that have been held for ten seconds without room, and no later ones', () => {
  for (let count = 0; count < 10; count += 1) held.add(connection('early'));
  held.advance(0, 0);
  held.add(connection('late'));
  held.advance(9_000, 0);
  events = [];
  held.advance(10_001, 0);
  expect(events).toEqual(Array(8).fill('read early'));
  held.advance(10_001, 0);
  expect(events).toEqual(Array(10).fill('read early'));
});
