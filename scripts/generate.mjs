// Writes everything that is generated and committed: node scripts/generate.mjs.
import { execSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMMANDS = [
  'npm run --silent build',
  'node dist/openapi.js', // openapi.json
  'node scripts/client.mjs', // client/src/generated, from openapi.json
  'node --require ./scripts/typescript.cjs scripts/docs/write-docs.ts', // documents, and the script for other websites
  'WRITE_SCHEMA=1 npx jest --silent test/db/schema.db.spec.ts', // test/db/schema.sql
];

const options = { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' };
for (const command of COMMANDS) execSync(command, options);
