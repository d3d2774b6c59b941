/**
 * A rule of ESLint: nobody gives an object of Node or of a package another function, or a member, that its maker has not put there. It goes by
 * types, so that names do not matter. Exceptions have their reasons in docs/adr/0053-where-we-reach-into-others.md.
 */
export const noPatches = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { patch: 'This changes an object of Node or of a package (docs/adr/0053-where-we-reach-into-others.md).' },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    if (!services?.program) return {};
    const isForeign = (node) => partsOf(services.getTypeAtLocation(node)).some(isOfPackage);
    /** Something that acts, such as a connection, and not only data. */
    const isLive = (node) => services.getTypeAtLocation(node).getProperty('emit') !== undefined;
    const isFunction = (node) => services.getTypeAtLocation(node).getCallSignatures().length > 0;
    return {
      AssignmentExpression(node) {
        const { left, right } = node;
        if (left.type === 'MemberExpression' && isForeign(left.object) && isFunction(right)) context.report({ node, messageId: 'patch' });
      },
      CallExpression(node) {
        const {
          callee,
          arguments: [target],
        } = node;
        const changes = OWNERS.has(callee.object?.name) && CHANGES.has(callee.property?.name);
        if (changes && target && isForeign(target) && (callee.property.name !== 'assign' || isLive(target)))
          context.report({ node, messageId: 'patch' });
      },
    };
  },
};

const OWNERS = new Set(['Object', 'Reflect']);
const CHANGES = new Set(['assign', 'defineProperty', 'defineProperties', 'setPrototypeOf']);

const partsOf = (type) => (type.isUnionOrIntersection() ? type.types.flatMap(partsOf) : [type]);

/** The types of the language and of browsers are those of the package `typescript`. */
const isOfPackage = ({ symbol }) =>
  (symbol?.declarations ?? []).some((declaration) => {
    const { fileName } = declaration.getSourceFile();
    return fileName.includes('/node_modules/') && !fileName.includes('/node_modules/typescript/');
  });
