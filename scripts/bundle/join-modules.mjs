/**
 * The text of a bundle and its source map, of modules with their `path` from the bundle, their `imports` (indexes by the words that they use),
 * `code` and `map`.
 */
export function joinModules(modules, packages) {
  const text = [`module.exports = require('./bundle-loader.js')(__dirname, [\n`];
  const sections = [];
  let line = 1;
  for (const { path, imports, code, map } of modules) {
    const head = `[${JSON.stringify(path)},${JSON.stringify(imports)},function(exports,require,module,__filename,__dirname){\n`;
    const part = `${head}${code}\n}],\n`;
    if (map) sections.push({ offset: { line: line + 1, column: 0 }, map });
    line += part.split('\n').length - 1;
    text.push(part);
  }
  text.push(`], ${JSON.stringify(packages)});\n`);
  return { text: text.join(''), map: JSON.stringify({ version: 3, sections }) };
}
