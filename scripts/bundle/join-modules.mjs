/**
 * The bundle and its parts, each with its source map, of modules with their `path` from the bundle, their `imports` (indexes by the words that
 * they use), `code`, `map`, and whether they are late. No part contains both late modules and others.
 */
export function joinModules(modules, packages) {
  const parts = inParts(modules).map(joined);
  const sizes = parts.map(({ size }) => size);
  return {
    text: `module.exports = require('./bundle-loader.js')(__dirname, ${JSON.stringify(sizes)}, ${JSON.stringify(packages)});\n`,
    parts,
  };
}

/** The C library keeps as much memory for itself as the longest text had that Node has read. */
const PART_LENGTH = 1_000_000;

function inParts(modules) {
  const parts = [];
  let length = Infinity;
  for (const module of modules) {
    if (length > PART_LENGTH || module.isLate !== parts.at(-1).at(-1).isLate) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1).push(module);
    length += module.code.length;
  }
  return parts;
}

function joined(modules) {
  const text = ['module.exports = [\n'];
  const sections = [];
  let line = 1;
  for (const { path, imports, code, map } of modules) {
    const head = `[${JSON.stringify(path)},${JSON.stringify(imports)},function(exports,require,module,__filename,__dirname){\n`;
    const part = `${head}${code}\n}],\n`;
    if (map) sections.push({ offset: { line: line + 1, column: 0 }, map });
    line += part.split('\n').length - 1;
    text.push(part);
  }
  text.push('];\n');
  return { size: modules.length, text: text.join(''), map: JSON.stringify({ version: 3, sections }) };
}
