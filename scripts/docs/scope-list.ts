import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from '../../src/api/auth/caller';
import { code, codes, list } from './markdown';

/** The operations of each scope, from the API document. */
export function scopeList(): string {
  const operations = Object.values(documentOfApi().paths).flatMap((path) => Object.values(path));
  const entries = SCOPES.map((scope) => {
    const needing = operations.filter(({ description = '' }) => scopesOf(description).includes(`\`${scope}\``));
    return `${code(scope)}: ${codes(needing.map(({ operationId }) => operationId))}`;
  });
  return list(entries);
}

interface ApiDocument {
  paths: Record<string, Record<string, { operationId: string; description?: string }>>;
}

const documentOfApi = () => JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as ApiDocument;

/** The sentence that every operation with a scope has. */
const scopesOf = (description: string): string => /Needs the scopes? .*\./.exec(description)?.[0] ?? '';
