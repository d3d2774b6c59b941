import type { Command } from 'commander';
import { type ConnectionOptions, withConnection } from '../service/connection.js';
import { JSON_OPTION, type PrintOptions, type Run } from '../terminal.js';
import { applyFiles } from './apply-files.js';
import { deleteForm } from './delete-form.js';

export interface ApplyOptions extends ConnectionOptions, PrintOptions {
  yes?: boolean;
  create?: boolean;
  recreate?: boolean;
  replaceDraft?: boolean;
  reactivate?: boolean;
  tokenFile?: string;
  delete?: string;
}

export function addApplyCommand(program: Command, run: Run): void {
  withConnection(program.command('apply'))
    .description('Does what plan tells, after a question or with --yes.')
    .argument('[files...]', 'definitions, or folders of them; the folder "forms" by default')
    .option('--yes', 'do it without a question')
    .option('--create', 'create the forms of files without an entry in the lock file')
    .option('--recreate', 'create forms again that are gone')
    .option('--replace-draft', 'replace drafts that somebody has saved in the console')
    .option('--reactivate', 'publish again, so that destinations that were disabled get submissions')
    .option('--token-file <file>', 'a new file for the submission token of the form that is created')
    .option('--delete <name>', 'delete the form that the lock file has under this name')
    .option(...JSON_OPTION)
    .action((files: string[], options: ApplyOptions) =>
      options.delete === undefined ? applyFiles(files, options, run) : deleteForm(options.delete, files, options, run),
    );
}
