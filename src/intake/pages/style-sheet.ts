import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccentColors, accentColors, parseColor } from './accent.rules';

const BASE = readFileSync(join(__dirname, 'templates/page.css'), 'utf8');

/** The style sheet of all pages, with the accent of a form when its colour is one. Pages are not allowed inline styles. */
export function styleSheet(accentColor: string | null): string {
  const color = accentColor === null ? null : parseColor(accentColor);
  if (color === null) return BASE;
  const { light, dark } = accentColors(color);
  return `${BASE}
:root { ${properties(light)} }
@media (prefers-color-scheme: dark) { :root { ${properties(dark)} } }
`;
}

const properties = ({ accent, hover, onAccent }: AccentColors): string =>
  `--accent: ${accent}; --accent-hover: ${hover}; --on-accent: ${onAccent};`;
