import { relative } from 'node:path';
import { Document } from 'yaml';
import type { FormDefinition } from './definition.types.js';

const SCHEMA = 'node_modules/form-collection-client/form.schema.json';
const FOLDER = 'forms';

/** The text of a new file in a folder of a website. Editors complete by its first line. */
export function newDefinitionText(definition: FormDefinition, format: 'yaml' | 'json', folder = FOLDER): string {
  const schema = relative(folder, SCHEMA).replaceAll('\\', '/');
  if (format === 'json') return `${JSON.stringify({ $schema: schema, ...definition }, null, 2)}\n`;
  return `# yaml-language-server: $schema=${schema}\n${new Document(definition, { aliasDuplicateObjects: false, compat: 'yaml-1.1' }).toString({ lineWidth: 0 })}`;
}
