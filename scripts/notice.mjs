// Writes the licences of all packages that run in the service to THIRD-PARTY-NOTICES: node scripts/notice.mjs
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { noticesOf } from './notices.mjs';

const folders = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { encoding: 'utf8' }).trim().split('\n').slice(1);
writeFileSync('THIRD-PARTY-NOTICES', noticesOf(folders));
