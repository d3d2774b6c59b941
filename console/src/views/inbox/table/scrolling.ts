import type { ShownRows } from '../../../rows/rows';
import type { SubmissionList } from '../../../submission-list';

/** The number of rows that load by scrolling. A button loads more, so that a page does not grow without end by itself. */
const MOST_BY_SCROLLING = 500;
/** The distance from the end at which the next rows are read. */
const AHEAD = '600px';

/** The scroll positions of lists, which are restored on return. */
const places = new WeakMap<SubmissionList, [left: number, top: number]>();

export class Scrolling {
  private rows: ShownRows | undefined;
  private region: Element | undefined;
  private bottom: Element | undefined;
  private readonly observer = new IntersectionObserver(
    (entries) => {
      if (entries.at(-1)?.isIntersecting) void this.readOn();
    },
    { rootMargin: AHEAD, scrollMargin: AHEAD }, // browsers without `scrollMargin` read on a little later
  );

  /** Observes the region that scrolls, with its current rows. */
  follow(rows: ShownRows): (region: Element | undefined) => void {
    return (region) => {
      if (!region) return;
      const isSame = region === this.region && rows.list === this.rows?.list;
      [this.region, this.rows] = [region, rows];
      if (isSame) return;
      const place = places.get(rows.list) ?? [0, 0]; // read before the next drawing changes the position
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

  /** Continues while the end is still visible, as when a search returns few rows. */
  private async readOn(): Promise<void> {
    const { rows, bottom } = this;
    if (!rows || rows.list.items.length >= MOST_BY_SCROLLING || !(await rows.readOn())) return;
    if (bottom && bottom === this.bottom) this.end(bottom);
  }
}
