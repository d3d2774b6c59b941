import type { OpenAPIObject } from '@nestjs/swagger';

/**
 * The name in the document of a class: `FormView` is `Form`, and `CreateFormDto` is `CreateFormInput`. Names that generated clients and
 * their languages have already, such as `File`, are said longer.
 */
export function schemaNameOf(className: string): string {
  const [, stem, kind] = /^(\w+?)(View|Dto)$/.exec(className) ?? [];
  if (stem === undefined) return className;
  return LONGER[className] ?? (kind === 'Dto' ? `${stem}Input` : stem);
}

const LONGER: Partial<Record<string, string>> = {
  BackTestView: 'BackTestReport',
  CapabilitiesView: 'KeyCapabilities',
  DefinitionDto: 'WorkflowDefinitionInput',
  DefinitionView: 'WorkflowDefinition',
  EdgeDto: 'WorkflowEdgeInput',
  EdgeView: 'WorkflowEdge',
  ErrorView: 'ErrorContent',
  FileView: 'UploadedFile',
  ImportView: 'ImportReport',
  NodeDto: 'WorkflowNodeInput',
  NodeView: 'WorkflowNode',
};

/** Names the schemas of the document, and what refers to them. Throws for two classes of one name. */
export function nameSchemas(document: OpenAPIObject): void {
  const { schemas = {} } = document.components ?? {};
  const named = Object.entries(schemas).map(
    ([name, schema]) => [schemaNameOf(name), { description: descriptionOf(name), ...schema }] as const,
  );
  const twice = named.find(([name], index) => named.findIndex(([other]) => other === name) !== index);
  if (twice) throw new Error(`Two schemas of the API document would be called ${twice[0]}.`);
  document.components = { ...document.components, schemas: Object.fromEntries(named) };
  renameReferences(document);
}

/** Words for a schema that has none of its own, such as "What a request sends: create form". */
function descriptionOf(className: string): string {
  const words = className.replace(/(?:View|Dto)$/, '').replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${className.endsWith('Dto') ? 'What a request sends' : 'What the service tells'}: ${words.toLowerCase()}.`;
}

function renameReferences(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const holder = node as { $ref?: unknown };
  if (typeof holder.$ref === 'string' && holder.$ref.startsWith(SCHEMAS))
    holder.$ref = SCHEMAS + schemaNameOf(holder.$ref.slice(SCHEMAS.length));
  for (const child of Object.values(node)) renameReferences(child);
}

export const SCHEMAS = '#/components/schemas/';
