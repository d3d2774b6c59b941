import { join } from 'node:path';
import { readBuiltFile } from '../../api/answer/built-file';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { publicPath } from '../../platform/text/text.rules';
import { type AccentColors, accentColors, parseColor } from './accent.rules';

export const STYLE_SHEET = readBuiltFile(join(__dirname, 'templates/page.css'));

const BASE = STYLE_SHEET.identity.toString();

/** The address of the style sheet. It contains the version, so that browsers load a new sheet after an update of the service. */
export function styleSheetAddress(baseUrl: string, accentColor: string | null): string {
  const query = new URLSearchParams({ v: VERSION, ...(accentColor !== null && { accent: accentColor }) });
  return `${publicPath(baseUrl, '/f/style.css')}?${query.toString()}`;
}

const VERSION = sha256Of(BASE).toString('hex').slice(0, 8);

/** Returns the style sheet of all pages, with the accent colour of a form if it is valid. Pages may not use inline styles. */
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
