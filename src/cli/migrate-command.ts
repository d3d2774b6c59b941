import type { Command } from 'commander';
import { prepareTables } from '../process-resources';
import { loadConfig } from '../platform/config/config';
import { requireSession, withDatabase } from './command-database';
import type { PrintOptions, Terminal } from './terminal';
import { JSON_OPTION, print } from './terminal';

/** `migrate` */
export function addMigrateCommand(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('Applies the pending migrations to the database.')
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => applyPending(terminal, options));
}

async function applyPending(terminal: Terminal, options: PrintOptions): Promise<void> {
  requireSession(terminal, 'migrate');
  const config = loadConfig(terminal.env);
  const onNotice = (line: string) => void (options.json || terminal.stderr.write(`${line}\n`));
  const applied = await withDatabase(config, terminal, (url) => prepareTables(config, url, onNotice));
  const lines = applied.length > 0 ? applied.map((name) => `Applied ${name}.`) : ['No migration was pending.'];
  print(terminal, options, { applied }, lines);
}
