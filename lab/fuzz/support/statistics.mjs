/** Counts answers by operation and status, to see how deep the requests reach. */
export class Statistics {
  counts = new Map();
  startedAt = performance.now();

  note(name, { status }) {
    const statuses = this.counts.get(name) ?? new Map();
    this.counts.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  }

  seconds() {
    return Math.round((performance.now() - this.startedAt) / 1000);
  }

  text() {
    const lines = [...this.counts].sort().map(([name, statuses]) => {
      const list = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
      return `${name.padEnd(24)} ${list.join('  ')}`;
    });
    return lines.join('\n');
  }
}
