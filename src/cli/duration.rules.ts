/** Seconds of a duration such as `30s`, `15m`, `24h` or `90d`; null when the text is none. */
export function durationSeconds(text: string): number | null {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  return count && unit ? Number(count) * SECONDS[unit as Unit] : null;
}

type Unit = keyof typeof SECONDS;

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 };
