import type { ShownRows } from '../../../rows/rows';
import type { SubmissionList } from '../../../submission-list';

/** So many rows come by scrolling, from then on by a button each time: a page does not grow without end by itself. */
const MOST_BY_SCROLLING = 500;
/** The next rows are read when the end comes so near. */
const AHEAD = '600px';

/** The scroll positions of lists, for when one comes back to them. */
const places = new WeakMap<SubmissionList, [left: number, top: number]>();

export class Scrolling {
  private rows: ShownRows | undefined;
  private region: Element | undefined;
  private bottom: Element | undefined;
  private readonly observer = new IntersectionObserver(
    (entries) => {
      if (entries.at(-1)?.isIntersecting) void this.readOn();
    },
    { rootMargin: AHEAD, scrollMargin: AHEAD }, // browsers that lack the second one read on a little later
  );

  /** The region that scrolls, with the rows that it has now. */
  follow(rows: ShownRows): (region: Element | undefined) => void {
    return (region) => {
      if (!region) return;
      const isSame = region === this.region && rows.list === this.rows?.list;
      [this.region, this.rows] = [region, rows];
      if (isSame) return;
      const place = places.get(rows.list) ?? [0, 0]; // before what is drawn now scrolls by itself
      requestAnimationFrame(() => region.scrollTo(...place));
      region.addEventListener('scroll', this.note);
    };
  }

  readonly end = (bottom: Element | undefined): void => {
    if (this.bottom) this.observer.unobserve(this.bottom);
    this.bottom = bottom;
    if (bottom) this.observer.observe(bottom);
  };

  private readonly note = (): void => {
    const { region, rows } = this;
    if (region?.isConnected && rows) places.set(rows.list, [region.scrollLeft, region.scrollTop]);
  };

  /** It goes on while the end is still seen afterwards, as with few rows of a search. */
  private async readOn(): Promise<void> {
    const { rows, bottom } = this;
    if (!rows || rows.list.items.length >= MOST_BY_SCROLLING || !(await rows.readOn())) return;
    if (bottom && bottom === this.bottom) this.end(bottom);
  }
}
