import { Store, store, watch } from './store';

class Page extends Store {
  heading = '';
  count = 0;
  get title() {
    return `${this.heading} ${this.count}`;
  }
  later = () => (this.heading = 'later');
}

/** Resolves once the pending drawings are done. */
const drawn = () => Promise.resolve();

describe('a store', () => {
  let ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends) end();
    ends = [];
  });
  function drawings(draw: () => unknown): unknown[] {
    const all: unknown[] = [];
    ends.push(watch(() => all.push(draw())));
    return all;
  }

  it('is drawn again once for all changes of a moment, also by its getters and functions', async () => {
    const page = new Page();
    const titles = drawings(() => page.title);
    page.heading = 'now';
    page.count += 1;
    await drawn();
    page.later();
    await drawn();
    expect(titles).toEqual([' 0', 'now 1', 'later 1']);
  });

  it('is not drawn again when nothing has changed', async () => {
    const page = new Page();
    const titles = drawings(() => page.title);
    page.count = 0;
    await drawn();
    expect(titles).toHaveLength(1);
  });

  it('releases what the last drawing has not read, and a drawing that has ended', async () => {
    const [shown, left] = [store({ isLeft: false }), new Page()];
    const all = drawings(() => (shown.isLeft ? 'left' : left.count));
    shown.isLeft = true;
    await drawn();
    left.count += 1;
    await drawn();
    ends[0]!();
    shown.isLeft = false;
    await drawn();
    expect(all).toEqual([0, 'left']);
  });
});
