import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code, codes, list } from './markdown';

/** The operations that need or take a header which concerns repetitions and edits, from the API document. */
export function headerList(): string {
  const operations = Object.values(documentOfApi().paths).flatMap((path) => Object.values(path));
  const entries = HEADERS.flatMap((header) =>
    [true, false].flatMap((isRequired) => {
      const taking = operations.filter(({ parameters = [] }) =>
        parameters.some((each) => each.in === 'header' && each.name === header && (each.required ?? false) === isRequired),
      );
      const names = codes(taking.map(({ operationId }) => operationId));
      return names === '' ? [] : [`${code(header)}, ${isRequired ? 'required' : 'optional'}: ${names}`];
    }),
  );
  return list(entries);
}

const HEADERS = ['Idempotency-Key', 'If-Match', 'If-None-Match'];

interface ApiDocument {
  paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string; required?: boolean }[] }>>;
}

const documentOfApi = () => JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as ApiDocument;
