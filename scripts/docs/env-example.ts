import { SETTINGS } from '../../src/platform/config/settings';
import type { Setting } from '../../src/platform/config/settings';

/** The content of `.env.example`, from the table of settings. */
export function envExample(): string {
  return `${[INTRODUCTION, ...Object.entries(SETTINGS).map(paragraphOf)].join('\n\n')}\n`;
}

const INTRODUCTION = [
  '# Settings of the service. None is needed to try it out. Copy this file to .env and uncomment what you change.',
  '# A variable of the environment overrides the file.',
].join('\n');

function paragraphOf([name, setting]: [string, Setting<unknown>]): string {
  const fallback = setting.fallback ?? setting.fallbackInWords ?? 'none';
  return [`# ${setting.meaning}`, `# Default: ${fallback}`, `# ${name}=${setting.fallback ?? ''}`].join('\n');
}
