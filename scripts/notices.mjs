import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE = /^(licen[cs]e|copying|notice)/i;

/** The licences of the packages in these folders, each once. */
export function noticesOf(folders) {
  const notices = folders.map((folder) => {
    const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile() && LICENCE.test(file.name));
    const texts = files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim());
    return [`${name} ${version}: ${license ?? licenses[0].type}`, ...texts].join('\n\n');
  });
  return `${[...new Set(notices)].sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
