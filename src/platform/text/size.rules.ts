/** A size as people read it, in units of 1024: `10 MB`, in French `10 Mo`. Rounded down, so that nothing is promised that is refused. */
export function sizeText(bytes: number, locale: string): string {
  const [unit, size] = bytes >= MEGABYTE ? ['megabyte', MEGABYTE] : bytes >= KILOBYTE ? ['kilobyte', KILOBYTE] : ['byte', 1];
  const amount = Math.floor((bytes / size) * 10) / 10;
  const options = {
    style: 'unit',
    unit,
    unitDisplay: size === 1 ? 'long' : 'short',
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(locale, options).format(amount);
}

/** A size as limits state it, in the largest unit that gives a whole number: `10 MiB`. */
export function exactSize(bytes: number): string {
  if (bytes % MEGABYTE === 0) return `${bytes / MEGABYTE} MiB`;
  return bytes % KILOBYTE === 0 ? `${bytes / KILOBYTE} KiB` : `${bytes} bytes`;
}

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
