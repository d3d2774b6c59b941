import { apiDocument } from '../support/api-document';

interface Node {
  [member: string]: unknown;
}

interface Path {
  operationId: string;
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> };
  responses: Record<string, { content?: Record<string, { schema?: Node; example?: unknown }> }>;
}

const schemas = apiDocument.components.schemas as Record<string, Node>;
const paths = Object.entries(apiDocument.paths) as unknown as [string, Record<string, Path>][];
const operations = paths.flatMap(([, methods]) => Object.values(methods));
const operationOf = (id: string): Path => operations.find(({ operationId }) => operationId === id)!;

/** The places in a schema where values are listed that have no name. */
function unnamedLists(node: unknown, place: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { enum: values = [] } = node as { enum?: unknown[] };
  const own = values.filter((value) => typeof value === 'string').length > 1 ? [place] : [];
  const inner = Object.entries(node).filter(([name]) => !name.startsWith('x-') && name !== 'example');
  return [...own, ...inner.flatMap(([name, child]) => unnamedLists(child, `${place}/${name}`))];
}

describe('what generated clients are named after', () => {
  it('are schemas without the suffixes of classes', () => {
    expect(Object.keys(schemas).filter((name) => /(?:Dto|View)$/.test(name))).toEqual([]);
  });

  it('are lists of values with a name, as in RunStatus and FieldType', () => {
    expect(Object.entries(schemas).flatMap(([name, schema]) => (schema.enum ? [] : unnamedLists(schema, name)))).toEqual([]);
    for (const name of ['RunStatus', 'FieldType', 'FormStatus', 'Scope', 'ErrorCode']) expect(schemas[name]).toHaveProperty('enum');
  });

  it('are answers with a name, as in FormReply', () => {
    const unnamed = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status, { content }]) => status < '300' && content?.['application/json']?.schema?.['$ref'] === undefined)
        .filter(([, { content }]) => content?.['application/json'] !== undefined)
        .map(() => operationId),
    );
    expect(unnamed).toEqual([]);
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['FormReply', 'ListedFormListReply', 'EmptyReply']));
  });

  it('are parameters of paths that no language takes for a word of its own', () => {
    const RESERVED = ['import', 'export', 'delete', 'default', 'class', 'function', 'return', 'in', 'new', 'enum', 'package', 'public'];
    const names = paths.flatMap(([path]) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(names.filter((name) => RESERVED.includes(name!))).toEqual([]);
  });

  it('are parameters of which each resource has one', () => {
    expect(paths.flatMap(([path]) => path.match(/\{id\}|\{\w+_id\}/g) ?? [])).toEqual([]);
    for (const [path, methods] of paths)
      for (const { parameters = [] } of Object.values(methods)) {
        const named = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => `{${name}}`);
        expect([path, named.sort()]).toEqual([path, (path.match(/\{\w+\}/g) ?? []).sort()]);
      }
  });
});

describe('what clients send by themselves', () => {
  it('is no API key to the submit address, whose token is a header', () => {
    const { security, parameters } = operationOf('submitForm');
    expect(security).toEqual([]);
    expect(parameters).toContainEqual(expect.objectContaining({ name: 'X-Submission-Token', in: 'header', required: false }));
    expect(JSON.stringify(apiDocument)).not.toContain('submissionToken');
  });

  it('is no API key to public addresses, for none of which an empty scheme is listed', () => {
    const withoutKey = operations.filter(({ security }) => security?.length === 0).map(({ operationId }) => operationId);
    expect(withoutKey.sort()).toEqual(['getFormChallenge', 'getFormSchema', 'openExportLink', 'openFileLink', 'submitForm']);
    expect(operations.filter(({ security }) => JSON.stringify(security).includes('{}'))).toEqual([]);
  });

  it('is ndjson where an example of ndjson is sent or shown', () => {
    const sent = operationOf('importSubmissions').requestBody!.content['application/x-ndjson']!.examples!.example!.value;
    const shown = operationOf('exportSubmissions').responses['200']!.content!['application/x-ndjson']!.example;
    for (const text of [sent, shown] as string[])
      for (const line of text.trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ fields: expect.any(Object) });
  });
});
