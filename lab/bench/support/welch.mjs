/**
 * Welch's t of two lists of times. Both are cropped at the same time, below which this share of all lies: what
 * interrupts a process has nothing to do with what it computes. `difference` is that of the means.
 */
export function welch(first, second, share) {
  const all = [...first, ...second].sort((a, b) => a - b);
  const longest = all[Math.floor(all.length * share)];
  const [a, b] = [first, second].map((times) => momentsOf(times.filter((time) => time <= longest)));
  const difference = a.mean - b.mean;
  return {
    t: difference / Math.sqrt(a.variance / a.count + b.variance / b.count),
    difference,
    kept: a.count + b.count,
  };
}

function momentsOf(times) {
  const count = times.length;
  const mean = times.reduce((sum, time) => sum + time, 0) / count;
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (count - 1);
  return { count, mean, variance };
}
