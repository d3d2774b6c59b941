// Writes everything that is generated and committed: node scripts/generate.mjs.
import { execSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMMANDS = [
  'node scripts/openapi.mjs', // openapi.json
  'node scripts/client.mjs', // client/src/generated, from openapi.json
  'node scripts/form-schema.mjs', // client/form.schema.json, from openapi.json
  'node --require @swc-node/register scripts/docs/write-docs.ts', // documents, and the script for other websites
  'WRITE_SCHEMA=1 npx jest --silent test/db/schema.db.spec.ts', // test/db/schema.sql
];

const options = { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' };
for (const command of COMMANDS) execSync(command, options);
