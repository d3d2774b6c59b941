// Writes the licences of all packages that run in the service to THIRD-PARTY-NOTICES: node scripts/notice.mjs
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE = /^(licen[cs]e|copying|notice)/i;

const folders = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { encoding: 'utf8' }).trim().split('\n').slice(1);
const notices = folders.map((folder) => {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile() && LICENCE.test(file.name));
  const texts = files.map((file) => readFileSync(join(folder, file.name), 'utf8').trim());
  return [`${name} ${version}: ${license ?? licenses[0].type}`, ...texts].join('\n\n');
});
writeFileSync('THIRD-PARTY-NOTICES', `${[...new Set(notices)].sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
