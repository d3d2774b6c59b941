// Stack traces that name the places of the sources. Node itself reads the whole map of a file at the first error, for which the process
// stands still, and keeps it. Here only the maps of those modules are read that occur in a trace.
const { readFileSync } = require('node:fs');
const { SourceMap } = require('node:module');
const { join } = require('node:path');

module.exports = function nameSources(folder) {
  const bundle = join(folder, 'bundle-');
  /** The maps of files of the bundle, in parts: one for each module, in the order of their lines. */
  const maps = new Map();
  const mapOf = (section) => (section.parsed ??= new SourceMap(section.map));

  function sourceOf(file, line, column) {
    if (!maps.has(file)) maps.set(file, JSON.parse(readFileSync(`${file}.map`, 'utf8')).sections);
    const section = maps.get(file).findLast(({ offset }) => offset.line < line);
    const entry = section && mapOf(section).findEntry(line - 1 - section.offset.line, column - 1);
    if (entry?.originalSource === undefined) return undefined;
    return `${join(folder, entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }

  function textOf(site) {
    const text = String(site);
    const file = site.getFileName();
    if (!file?.startsWith(bundle)) return text;
    const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
    try {
      return text.replace(`${file}:${line}:${column}`, (place) => sourceOf(file, line, column) ?? place);
    } catch {
      return text; // without the map, or without a handle to read it
    }
  }

  Error.prepareStackTrace = (error, sites) => [headOf(error), ...sites.map((site) => `    at ${textOf(site)}`)].join('\n');
};

function headOf(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}
