/** The colours of buttons, links, focus rings and selected options on a surface, as `#rrggbb`. */
export interface AccentColors {
  accent: string;
  hover: string;
  onAccent: string;
}

/** The surfaces of the style sheet with the least contrast to an accent. */
export const LIGHT_SURFACE = '#f4f5f7';
export const DARK_SURFACE = '#1b1e25';

/** The minimum contrast of text in WCAG 2.2 at level AA (1.4.3). */
export const MIN_CONTRAST = 4.5;

/** Converts `#rgb` or `#rrggbb` to `#rrggbb` in lower case; null for any other text. */
export function parseColor(text: string): string | null {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  return /^#[0-9a-f]{3}$/i.test(text) ? text.toLowerCase().replace(/[0-9a-f]/g, '$&$&') : null;
}

/** Returns the colours of both themes. Darkens or lightens a colour with too little contrast as far as needed. */
export function accentColors(color: string): { light: AccentColors; dark: AccentColors } {
  return { light: colorsOf(withContrast(color, LIGHT_SURFACE, BLACK)), dark: colorsOf(withContrast(color, DARK_SURFACE, WHITE)) };
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const WHITE = '#ffffff';
const BLACK = '#000000';
const HOVER_SHARE = 0.14;

function withContrast(color: string, surface: string, towards: string): string {
  for (let percent = 0; percent < 100; percent++) {
    const mixed = mix(color, towards, percent / 100);
    if (contrastOf(mixed, surface) >= MIN_CONTRAST) return mixed;
  }
  return towards;
}

/** Moves the hover colour away from the colour of the text, which increases the contrast. */
function colorsOf(accent: string): AccentColors {
  const isDark = contrastOf(accent, WHITE) >= MIN_CONTRAST;
  return { accent, hover: mix(accent, isDark ? BLACK : WHITE, HOVER_SHARE), onAccent: isDark ? WHITE : BLACK };
}

function mix(color: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(color).map((channel, index) => Math.round(channel + (others[index]! - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The relative luminance in sRGB (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channelsOf = (color: string): number[] => [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
