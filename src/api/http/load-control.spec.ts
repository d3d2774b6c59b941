import { LoadControl } from './load-control';

/** A control that has observed an event loop for two seconds, every 50 ms. */
function after({ lateMs, inFlight = 500 }: Observed): LoadControl {
  const control = new LoadControl();
  for (let ms = 0; ms <= 2_000; ms += 50) {
    control.observe({ nowMs: ms, lateMs: lateMs(ms), inFlight });
  }
  return control;
}

interface Observed {
  lateMs: (ms: number) => number;
  inFlight?: number;
}

const acceptedOf = (control: LoadControl, kind: 'submission' | 'other', count: number): number =>
  Array.from({ length: count }, () => control.accepts(kind)).filter(Boolean).length;

const always = (lateMs: number) => () => lateMs;

it('sheds load while the event loop stays late', () => {
  expect(after({ lateMs: always(200) }).isShedding).toBe(true);
});

it.each([
  ['for less than a second', { lateMs: (ms: number) => (ms % 900 === 0 ? 0 : 200) }],
  ['by a little', { lateMs: always(90) }],
  ['with no more requests in flight than the proxy of deploy sends', { lateMs: always(2_000), inFlight: 200 }],
])('accepts everything while the event loop is late %s', (_, observations) => {
  expect(after(observations).isShedding).toBe(false);
});

it('refuses most submissions, and fewer of the other requests, while it stays late', () => {
  const control = after({ lateMs: always(200) });
  const perMille = [acceptedOf(control, 'submission', 1_000), acceptedOf(control, 'other', 1_000)];
  expect(perMille.map((count) => Math.round(count / 10))).toEqual([2, 8]);
});

it('accepts an even share, so that no client is refused for long', () => {
  const control = after({ lateMs: (ms) => (ms < 1_200 ? 125 : 0) });
  const isAccepted = Array.from({ length: 400 }, () => control.accepts('submission'));
  expect(Math.round(isAccepted.filter(Boolean).length / 10)).toBe(30); // three of four
  expect(isAccepted.some((each, index) => !each && isAccepted[index + 1] === false)).toBe(false);
  expect(acceptedOf(control, 'other', 100)).toBe(100);
});

it('sheds load after a single turn of the event loop that took long', () => {
  const control = new LoadControl();
  control.observe({ nowMs: 0, lateMs: 0, inFlight: 10 });
  control.observe({ nowMs: 3_000, lateMs: 2_950, inFlight: 1_000 });
  expect(control.isShedding).toBe(true);
});

it('accepts everything again soon after the event loop has become punctual', () => {
  const control = after({ lateMs: always(200) });
  for (let ms = 2_050; ms <= 4_500; ms += 50) control.observe({ nowMs: ms, lateMs: 0, inFlight: 500 });
  expect(control.isShedding).toBe(false);
});
