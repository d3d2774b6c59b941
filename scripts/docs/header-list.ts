import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codes, table } from './markdown';

/** The operations that need or take a header which concerns repetitions and edits, from the API document. */
export function headerTable(): string {
  const operations = Object.values(documentOfApi().paths).flatMap((path) => Object.values(path));
  const rows = HEADERS.flatMap((header) =>
    [true, false].map((isRequired) => {
      const taking = operations.filter(({ parameters = [] }) =>
        parameters.some((each) => each.in === 'header' && each.name === header && (each.required ?? false) === isRequired),
      );
      return [`\`${header}\`, ${isRequired ? 'required' : 'optional'}`, codes(taking.map(({ operationId }) => operationId))];
    }),
  );
  return table(
    ['header', 'operations'],
    rows.filter(([, names]) => names !== ''),
  );
}

const HEADERS = ['Idempotency-Key', 'If-Match', 'If-None-Match'];

interface ApiDocument {
  paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string; required?: boolean }[] }>>;
}

const documentOfApi = () => JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as ApiDocument;
