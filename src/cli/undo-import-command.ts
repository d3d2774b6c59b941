import { type Command } from 'commander';
import { ApiError } from '../api/errors/api-error';
import { StoredImportView } from '../intake/imports/undo/undo-import-view.dto';
import { idOf, isId } from '../platform/ids.rules';
import { OperatorError } from '../platform/errors/operator-error';
import { formId } from './options';
import { withServices } from './services';
import { JSON_OPTION, print, type PrintOptions, tableLines, type Terminal } from './terminal';

export function addUndoImportCommand(submissions: Command, terminal: Terminal): void {
  submissions
    .command('undo-import [import]')
    .description('Deletes the submissions that an import of the last day has stored. Without an id it lists these imports.')
    .requiredOption('--form <id>', 'the form', formId)
    .option(...JSON_OPTION)
    .action((id: string | undefined, options: UndoOptions) =>
      id === undefined ? listImports(terminal, options) : undo(terminal, idOf(id), options),
    );
}

interface UndoOptions extends PrintOptions {
  form: string;
}

async function listImports(terminal: Terminal, options: UndoOptions): Promise<void> {
  const stored = await withServices(terminal, ({ undo }) => undo.list(options.form));
  const views = stored.map((each) => StoredImportView.from(each));
  const rows = views.map((view) => [view.id, String(view.stored), view.imported_at, view.undo_until]);
  const lines = rows.length > 0 ? tableLines(['IMPORT', 'STORED', 'IMPORTED', 'CAN BE UNDONE UNTIL'], rows) : ['No import can be undone.'];
  print(terminal, options, views, lines);
}

async function undo(terminal: Terminal, id: string, options: UndoOptions): Promise<void> {
  if (!isId(id)) throw unknown();
  const deleted = await withServices(terminal, ({ undo }) => undo.undoAll(options.form, id).catch(explainUndo));
  print(terminal, options, { deleted }, [`Deleted: ${deleted}.`]);
}

const unknown = (cause?: unknown): OperatorError =>
  new OperatorError('The form has no import with this id that can be undone. Without an id, the command lists those of the last day.', {
    cause,
  });

function explainUndo(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  throw error.code === 'resource_not_found' ? unknown(error) : new OperatorError(error.message, { cause: error });
}
