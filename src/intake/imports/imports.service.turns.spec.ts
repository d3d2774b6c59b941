import type { FieldDefinition } from '../../forms/definition/field.types';
import type { LeasesRepository } from '../../exports/leases.repository';
import { LeasesService } from '../../exports/leases.service';
import { SystemClock } from '../../platform/time';
import type { SubmissionImportsService } from '../../submissions/imports/submission-imports.service';
import type { NoticeEvents } from '../../notices/notice-events';
import type { UploadFolders } from '../multipart/upload-folders';
import type { IntakeForm } from '../compiled-form';
import type { IntakeFormsRepository } from '../intake-forms.repository';
import type { ImportOptions, ImportType } from './import.types';
import { ImportsService } from './imports.service';

const EMAIL: FieldDefinition = { name: 'email', type: 'string', label: null, required: true, options: null, validation: null };
const FORM: IntakeForm = {
  ...{ formId: 'f', accountId: 'a', revision: 1, name: 'Contact', isEnabled: true, accountTimeZone: null },
  ...{ tokenDigest: Buffer.alloc(32), retiredTokens: [] },
  ...{ allowedOrigins: [], settings: {}, validateFields: true, fields: [EMAIL] },
};
const OPTIONS: ImportOptions = {
  ...{ type: 'text/csv', columns: new Map(), unknown: 'name', charset: 'utf-8', escape: 'none', times: {} },
  ...{ isValidated: true, isRead: false, isDryRun: false, keepsOld: true },
};
const ROWS = 300;
const FILES: Readonly<Record<ImportType, string>> = {
  'text/csv': `email\n${'a@example.com\n'.repeat(ROWS)}`,
  'application/x-ndjson': '{"fields":{"email":"a@example.com"}}\n'.repeat(ROWS),
};

async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => (isOver = true));
  return turns;
}

/** Imports a file that arrives in parts into a form that stores everything. */
function imported(parts: readonly string[], options: ImportOptions) {
  const forms = { find: async () => FORM } as unknown as IntakeFormsRepository;
  const write = async (_: unknown, rows: unknown[]) => rows.map(() => 'stored');
  const imports = { write, rehearse: write, deletesFrom: async () => null } as unknown as SubmissionImportsService;
  async function* read() {
    for (const part of parts) yield Buffer.from(part);
  }
  const repository = {
    take: async () => true,
    release: async () => undefined,
    storeInto: async () => new Date(),
    isImporting: async () => false,
    importingForm: async () => null,
  };
  const leases = new LeasesService(repository as unknown as LeasesRepository);
  const [folders, notices] = [{} as UploadFolders, {} as NoticeEvents];
  return new ImportsService(forms, imports, leases, folders, notices, new SystemClock()).import('f', { read }, options);
}

it.each([
  ['text/csv', false],
  ['text/csv', true],
  ['application/x-ndjson', false],
  ['application/x-ndjson', true],
] as const)('an import of %s gives others a turn between any two rows (dry run: %s)', async (type, isDryRun) => {
  const importing = imported([FILES[type]], { ...OPTIONS, type, isDryRun });
  expect(await turnsDuring(importing)).toBeGreaterThanOrEqual(ROWS);
  expect(await importing).toMatchObject({ imported: ROWS });
});

it('a csv that is looked through gives others a turn after each part of the file', async () => {
  const parts = ['email,received_at\n', ...Array.from({ length: 50 }, () => 'a@example.com,1/2/2026\n'.repeat(100))];
  const refused = imported(parts, OPTIONS).catch((error: { code: string }) => error.code);
  expect(await turnsDuring(refused)).toBeGreaterThanOrEqual(parts.length);
  expect(await refused).toBe('validation_failed');
});
