// Creates a migration of tables: node scripts/new-migration.mjs add form colours
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const words =
  process.argv
    .slice(2)
    .join(' ')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];
if (words.length === 0 || !/^[a-z]/.test(words[0])) {
  console.error('Describe the migration: node scripts/new-migration.mjs add form colours');
  process.exit(2);
}

// TypeORM orders migrations by the 13 digits at the end of the class name.
const timestamp = Date.now();
const className = `${words.map((word) => word[0].toUpperCase() + word.slice(1)).join('')}${timestamp}`;
const skeleton = `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className} implements MigrationInterface {
  name = '${className}';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`\`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}
`;

const folder = fileURLToPath(new URL('../src/migrations', import.meta.url));
const file = join(folder, `${timestamp}-${words.join('-')}.ts`);
mkdirSync(folder, { recursive: true });
writeFileSync(file, skeleton, { flag: 'wx' });
console.log(file);
